/** The results that a command is called with, and their files. */
import * as vscode from "vscode";
import type { ArtifactLocation, Task } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { readFiles } from "../readFiles.ts";
import { readResultNumbers, readTaskKeys } from "../readTaskSelection.ts";
import { announce } from "../report.ts";
import { findResults } from "./findResults.ts";

/** The tasks, each with those of its artifacts that are meant: all of them, or what the library's panel names. */
export function findNamedTasks(tasks: Pick<Tasks, "get" | "library">, clicked: unknown, selected: unknown): Task[] {
  const found = readTaskKeys(clicked, selected).flatMap((key) => tasks.get(key) ?? []);
  const numbers = readResultNumbers(clicked, selected);
  if (numbers.length === 0) return found;
  const named = numbers.flatMap((number) => tasks.library.get(number) ?? []);
  return found.map((task) => ({
    ...task,
    artifacts: task.artifacts.filter((artifact) => named.some((entry) => isSameLocation(entry.artifact, artifact))),
  }));
}

/** Where the files of the results are now, or the files that the command is called with. What is missing is announced. */
export async function findNamedFiles(tasks: Tasks, clicked: unknown, selected: unknown): Promise<vscode.Uri[]> {
  if (readTaskKeys(clicked, selected).length === 0) return readFiles(clicked, selected);
  const found = (await Promise.all(findNamedTasks(tasks, clicked, selected).map(findResults))).flat();
  for (const { uri, isThere } of found) {
    if (!isThere) void announce(vscode.l10n.t("The file is not at {0} any more.", uri.scheme === "file" ? uri.fsPath : uri.toString(true)));
  }
  return found.filter(({ isThere }) => isThere).map(({ uri }) => uri);
}

function isSameLocation(one: ArtifactLocation, other: ArtifactLocation): boolean {
  return one.path === other.path && one.uri === other.uri;
}
