import * as vscode from "vscode";
import { buildTaskRequest } from "../requests/buildTaskRequest.ts";
import type { RequestOptions } from "../requests/requestOptions.ts";

/** Opens an untitled prompt document for each prompt instead of running it. */
export async function saveAsDocuments(prompts: readonly string[], options: RequestOptions): Promise<void> {
  for (const prompt of prompts) {
    await vscode.commands.executeCommand("generationStudio.prompt.saveAs", buildTaskRequest(prompt, options));
  }
}
