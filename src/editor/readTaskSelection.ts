import type * as vscode from "vscode";
import { readFiles } from "./readFiles.ts";

/** The tasks that a command is called with: rows of the tree, or objects with a key. The selection counts when the clicked row is part of it, as everywhere in VS Code. */
export function readTaskKeys(clicked: unknown, selected: unknown): string[] {
  const own = keyOf(clicked);
  const all = Array.isArray(selected) ? selected.map(keyOf).filter((key) => key !== undefined) : [];
  if (own === undefined) return all;
  return all.includes(own) ? all : [own];
}

function keyOf(value: unknown): string | undefined {
  return typeof value === "object" && value !== null && "key" in value && typeof value.key === "string" ? value.key : undefined;
}

/** Tasks of the Tasks view, or files that tasks may have made. */
export interface TaskSelection {
  keys: readonly string[];
  files: readonly vscode.Uri[];
}

export function readTaskSelection(clicked: unknown, others: unknown): TaskSelection {
  const keys = readTaskKeys(clicked, others);
  return { keys, files: keys.length > 0 ? [] : readFiles(clicked, others) };
}
