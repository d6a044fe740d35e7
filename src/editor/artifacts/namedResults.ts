/** Finds the results that a command is called with, and their files. */
import * as vscode from "vscode";
import type { LibraryEntry } from "../../generations/library/library.ts";
import type { ArtifactLocation, Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { readFiles } from "../base/readFiles.ts";
import { announce } from "../base/report.ts";
import { readResultNumbers, readTaskKeys } from "../showing/readTaskSelection.ts";
import { findResults } from "./findResults.ts";

/** A task with only the selected artifacts, or a file of the library that has no task. */
export interface NamedResult extends Pick<Task, "kind" | "prompt" | "artifacts"> {
  /** The task's key; undefined: no task. */
  key: string | undefined;
}

/** All artifacts of each task, or those that the library's panel has selected. */
export function findNamedResults(tasks: Pick<Tasks, "get" | "library">, clicked: unknown, selected: unknown): NamedResult[] {
  const found = readTaskKeys(clicked, selected).flatMap((key) => tasks.get(key) ?? []);
  const numbers = readResultNumbers(clicked, selected);
  if (numbers.length === 0) return found;
  const named = numbers.flatMap((number) => tasks.library.get(number) ?? []);
  const ofTasks = found.map((task) => ({
    ...task,
    artifacts: task.artifacts.filter((artifact) => named.some((entry) => isSameLocation(entry.artifact, artifact))),
  }));
  return [...ofTasks, ...named.filter(({ task }) => task === undefined).map(resultOf)];
}

/** A single result, without its task's other results. */
export function resultOf({ task: key, kind, prompt, artifact }: LibraryEntry): NamedResult {
  return { key, kind, prompt, artifacts: [artifact] };
}

/** The current locations of the results' files, or the files that the command is called with. Notifies the user of each missing file. */
export async function findNamedFiles(tasks: Tasks, clicked: unknown, selected: unknown): Promise<vscode.Uri[]> {
  if (readTaskKeys(clicked, selected).length + readResultNumbers(clicked, selected).length === 0) return readFiles(clicked, selected);
  return findFilesOf(findNamedResults(tasks, clicked, selected));
}

/** The current locations of the existing files. Notifies the user of each missing file. */
export async function findFilesOf(results: readonly NamedResult[]): Promise<vscode.Uri[]> {
  const found = (await Promise.all(results.map(findResults))).flat();
  for (const { uri, isThere } of found) {
    if (!isThere) void announce(vscode.l10n.t("The file is not at {0} any more.", uri.scheme === "file" ? uri.fsPath : uri.toString(true)));
  }
  return found.filter(({ isThere }) => isThere).map(({ uri }) => uri);
}

function isSameLocation(one: ArtifactLocation, other: ArtifactLocation): boolean {
  return one.path === other.path && one.uri === other.uri;
}
