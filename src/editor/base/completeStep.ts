import * as vscode from "vscode";

/** Marks a step of the walkthrough as complete by setting the context key that its `completionEvents` in the manifest name. */
export function completeStep(step: "generate" | "chat" | "key"): void {
  void vscode.commands.executeCommand("setContext", `generationStudio.done.${step}`, true);
}
