/** A question in; what the user types out. What has led to nothing yet, since a later step was put away or refused, is proposed again. */
import * as vscode from "vscode";

const unused = new Map<string, string>();

/** @param question one that no other input asks. undefined: put away, or nothing typed. */
export async function askText(title: string, question: string): Promise<string | undefined> {
  const value = unused.get(question) ?? "";
  const typed = (await vscode.window.showInputBox({ title, prompt: question, value, ignoreFocusOut: true }))?.trim();
  if (typed === undefined || typed === "") return undefined;
  unused.set(question, typed);
  return typed;
}

/** It has led to something that can be found again: a task, or text in a document. */
export function forgetTyped(text: string): void {
  for (const [question, typed] of unused) if (typed === text) unused.delete(question);
}
