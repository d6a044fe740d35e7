/** Prompts and the choices for them in; instead of tasks, an untitled prompt document of each, open in an editor, out. */
import * as vscode from "vscode";
import { buildTaskRequest } from "./buildTaskRequest.ts";
import type { Wish } from "./wish.ts";

export async function saveAsDocuments(prompts: readonly string[], wish: Wish): Promise<void> {
  for (const prompt of prompts) {
    await vscode.commands.executeCommand("generationStudio.prompt.saveAs", buildTaskRequest(prompt, wish));
  }
}
