import type * as vscode from "vscode";
import { readFiles } from "../base/readFiles.ts";

/**
 * The tasks that a command is called with: rows of the tree, or objects with a key. An object from the library's panel also has the panel's
 * selection. The selection is used if it contains the clicked one, as everywhere in VS Code.
 */
export function readTaskKeys(clicked: unknown, selected: unknown): string[] {
  return readNames(clicked, selected, keyOf);
}

/** The results that the library's panel calls a command with, as a task may have several. Empty: all results of the tasks are meant. */
export function readResultNumbers(clicked: unknown, selected: unknown): number[] {
  return readNames(clicked, selected, numberOf);
}

function readNames<Name>(clicked: unknown, selected: unknown, nameOf: (value: unknown) => Name | undefined): Name[] {
  const own = nameOf(clicked);
  const beside = selected ?? propertyOf(clicked, "selected");
  const all = [...new Set(Array.isArray(beside) ? beside.map(nameOf).filter((name) => name !== undefined) : [])];
  return own === undefined || all.includes(own) ? all : [own];
}

function keyOf(value: unknown): string | undefined {
  const key = propertyOf(value, "key");
  return typeof key === "string" ? key : undefined;
}

function numberOf(value: unknown): number | undefined {
  const number = propertyOf(value, "number");
  return typeof number === "number" ? number : undefined;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Tasks of the Tasks view or the library, or files that tasks may have made. */
export interface TaskSelection {
  keys: readonly string[];
  files: readonly vscode.Uri[];
}

export function readTaskSelection(clicked: unknown, others: unknown): TaskSelection {
  const keys = readTaskKeys(clicked, others);
  return { keys, files: keys.length > 0 ? [] : readFiles(clicked, others) };
}
