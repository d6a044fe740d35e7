/** Finds a task's files where they are now, also those that were renamed within the workspace. */
import { createHash } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import type { Artifact, Task } from "../../tasks/task.ts";
import { artifactUri } from "../artifacts/artifactUri.ts";

/** Files of the same ending and size that are looked at. */
const mostSearched = 2000;

export interface FoundFile {
  uri: vscode.Uri;
  /** false: nothing is there, and nothing in the workspace has its content. */
  isThere: boolean;
}

/** In the order of the task's artifacts. */
export async function findResults(task: Task): Promise<FoundFile[]> {
  return Promise.all(task.artifacts.map(findFile));
}

async function findFile(artifact: Artifact): Promise<FoundFile> {
  const uri = artifactUri(artifact);
  if ((await sizeOf(uri)) !== undefined) return { uri, isThere: true };
  const moved = await findByContent(uri, artifact);
  return { uri: moved ?? uri, isThere: moved !== undefined };
}

async function findByContent(saved: vscode.Uri, { size, sha256 }: Artifact): Promise<vscode.Uri | undefined> {
  const candidates = await vscode.workspace.findFiles(`**/*${path.posix.extname(saved.path)}`, "**/{node_modules,.git}/**", mostSearched);
  for (const candidate of candidates) {
    if ((await sizeOf(candidate)) === size && (await hashOf(candidate)) === sha256) return candidate;
  }
  return undefined;
}

/** Bytes; undefined: there is no such file. */
async function sizeOf(uri: vscode.Uri): Promise<number | undefined> {
  return vscode.workspace.fs.stat(uri).then(
    ({ size }) => size,
    () => undefined,
  );
}

async function hashOf(uri: vscode.Uri): Promise<string> {
  return createHash("sha256")
    .update(await vscode.workspace.fs.readFile(uri))
    .digest("hex");
}
