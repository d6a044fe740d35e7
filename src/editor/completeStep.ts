import * as vscode from "vscode";

/** Marks a step of the walkthrough as complete: its `completionEvents` in the manifest name the context key. */
export function completeStep(step: "generate" | "chat" | "key"): void {
  void vscode.commands.executeCommand("setContext", `generationStudio.done.${step}`, true);
}
