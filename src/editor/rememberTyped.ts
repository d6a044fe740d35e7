/** Remembers what the user typed into an input box, and proposes it when the same is asked again. */
import * as vscode from "vscode";

export interface Questions {
  /** `about`: what distinguishes the question from the same one elsewhere. undefined: dismissed. */
  ask(title: string, question: string, about?: string): Promise<string | undefined>;
  /** The text is not proposed any more, wherever it was typed. */
  forget(text: string): void;
}

/** Until the window is closed. */
export function rememberTyped(): Questions {
  const typedBefore = new Map<string, string>();
  return {
    async ask(title, question, about = "") {
      const key = `${about} ${question}`;
      const value = typedBefore.get(key) ?? "";
      const typed = await vscode.window.showInputBox({ title, prompt: question, value, ignoreFocusOut: true });
      if (typed !== undefined) typedBefore.set(key, typed);
      return typed;
    },
    forget(text) {
      for (const [key, typed] of typedBefore) if (typed.trim() === text.trim()) typedBefore.delete(key);
    },
  };
}
