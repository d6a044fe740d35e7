/** Remembers what the user typed into an input box, and suggests it when the same question is asked again. */
import * as vscode from "vscode";
import { plainMessage } from "../../contract/plainMessage.ts";

export interface Questions {
  /** `about`: distinguishes this question from the same one elsewhere. `first`: what the box begins with. undefined: dismissed. */
  ask(title: string, question: string, about?: string, first?: string): Promise<string | undefined>;
  /** Stops suggesting the text, for any question. */
  forget(text: string): void;
}

/** Kept until the window closes. */
export function rememberTyped(): Questions {
  const typedBefore = new Map<string, string>();
  return {
    async ask(title, question, about = "", first = "") {
      const key = `${about} ${question}`;
      const value = typedBefore.get(key) ?? first;
      const typed = await vscode.window.showInputBox({ title, prompt: plainMessage(question), value, ignoreFocusOut: true });
      if (typed !== undefined) typedBefore.set(key, typed);
      return typed;
    },
    forget(text) {
      for (const [key, typed] of typedBefore) if (typed.trim() === text.trim()) typedBefore.delete(key);
    },
  };
}
