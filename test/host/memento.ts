import type * as vscode from "vscode";

/** VS Code's stored state of one window. */
export function createMemento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (name: string, otherwise?: unknown) => values.get(name) ?? otherwise,
    update: async (name, value) => void values.set(name, value),
  };
}
