/** Asks the questions of a prompt document in input boxes. */
import type * as vscode from "vscode";
import { rememberTyped } from "../base/rememberTyped.ts";
import type { AskQuestions } from "./fetchValues.ts";

/** Documents are often run several times with the same answers. */
const asked = rememberTyped();

export function askQuestionsOf(document: vscode.Uri): AskQuestions {
  return async (questions) => {
    const answers: Record<string, string> = {};
    for (const question of questions) {
      const answer = await asked.ask("Generation Studio", question, document.toString());
      if (answer === undefined) return undefined;
      answers[question] = answer;
    }
    return answers;
  };
}
