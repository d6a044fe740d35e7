/** The data of tasks for a client's view. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ViewFile, ViewTask } from "../../contract/agentView.ts";
import { folderOf } from "../../prompt/files/insideFolders.ts";
import { type Artifact, isRunning, type Task } from "../../tasks/task.ts";
import { fitText } from "../fitText.ts";

/** Limits for the characters of a prompt, and for the files of a task. */
const longestPrompt = 400;
const mostFiles = 8;

export function describeForView(tasks: readonly Task[], folders: readonly string[]): ViewTask[] {
  return tasks.map((task) => {
    const { key, kind, model, prompt, cost, artifacts } = task;
    const files = artifacts.slice(0, mostFiles).flatMap((artifact) => describeFile(artifact, folders) ?? []);
    const state = isRunning(task) ? ("running" as const) : task.state === "saved" ? ("saved" as const) : ("failed" as const);
    const known = typeof cost?.amount === "number" ? { cost: cost.amount } : {};
    return { id: key, kind, model, prompt: fitText(prompt, longestPrompt), state, ...known, files };
  });
}

/** undefined: the file is not on this machine. */
function describeFile({ path: file, mediaType, size }: Artifact, folders: readonly string[]): ViewFile | undefined {
  if (file === undefined) return undefined;
  const folder = folderOf(folders, file);
  const shown = folder === undefined ? path.basename(file) : path.relative(folder, file).split(path.sep).join("/");
  return { uri: pathToFileURL(file).href, name: path.basename(file), mediaType, size, path: shown };
}
