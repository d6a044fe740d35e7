/** Runs the extension's commands for the host tests. */
import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import type { Task } from "../../src/generations/task.ts";
import { until } from "./languageSupport.ts";

/** Runs a command that generates. Fails if it was dismissed. */
export async function runTasks(command: string, ...values: unknown[]): Promise<Task[]> {
  const tasks = await vscode.commands.executeCommand<Task[] | undefined>(`generationStudio.${command}`, ...values);
  assert.ok(tasks !== undefined, `${command} was put away or failed`);
  return tasks;
}

/** The path of the only file of the only saved task. */
export function onlyArtifact(tasks: readonly Task[]): string {
  assert.equal(tasks.length, 1);
  const [task] = tasks;
  assert.equal(task?.state, "saved", task?.error?.message);
  assert.equal(task.artifacts.length, 1);
  return task.artifacts[0]?.path ?? "";
}

/** Writes a file and shows it in an editor. */
export async function openFile(folder: string, name: string, content: string): Promise<vscode.TextEditor> {
  const uri = vscode.Uri.file(path.join(folder, name));
  await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

/** Shows a notebook, and edits one of its cells. */
export async function openCell(uri: vscode.Uri, index: number): Promise<vscode.TextEditor> {
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  await vscode.window.showNotebookDocument(notebook, { selections: [new vscode.NotebookRange(index, index + 1)] });
  await vscode.commands.executeCommand("notebook.cell.edit");
  const { document } = notebook.cellAt(index);
  return until(() => vscode.window.activeTextEditor?.document === document && vscode.window.activeTextEditor);
}

/** Opens a new file with its first line selected; without a selection, a command for the selection asks for a prompt. */
export async function openSelected(folder: string, name: string, content: string): Promise<vscode.TextEditor> {
  const editor = await openFile(folder, name, content);
  const { range } = editor.document.lineAt(0);
  editor.selection = new vscode.Selection(range.start, range.end);
  return editor;
}

export async function configure(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration("generationStudio").update(name, value, vscode.ConfigurationTarget.Global);
}

/** Ends the built-in service, which restarts with the next request. Resolves when the extension has been notified. */
export async function endBuiltInService(): Promise<void> {
  for (const value of [{ balance: 2000 }, undefined]) {
    const { promise: isAnnounced, resolve } = Promise.withResolvers<void>();
    const listener = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("generationStudio.builtInService")) resolve();
    });
    await configure("builtInService", value);
    await isAnnounced;
    listener.dispose();
  }
}
