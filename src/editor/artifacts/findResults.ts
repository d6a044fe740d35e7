/** Finds a task's files at their current locations, even if they were renamed within the workspace. */
import type * as vscode from "vscode";
import type { Artifact, Task } from "../../generations/task.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { findMoved, sizeOf } from "./findMoved.ts";

export interface FoundFile {
  uri: vscode.Uri;
  /** false: the file does not exist, and no file in the workspace has its content. */
  isThere: boolean;
}

/** In the order of the task's artifacts. */
export async function findResults(task: Pick<Task, "artifacts">): Promise<FoundFile[]> {
  return Promise.all(task.artifacts.map(findFile));
}

export async function findFile(artifact: Artifact): Promise<FoundFile> {
  const uri = artifactUri(artifact);
  if ((await sizeOf(uri)) !== undefined) return { uri, isThere: true };
  const [moved] = await findMoved([artifact]);
  return { uri: moved ?? uri, isThere: moved !== undefined };
}
