/** Asks a text model for a better prompt that is not in a document. */
import * as vscode from "vscode";
import type { Kind } from "../../../contract/kind.ts";
import { withProgress } from "../../base/withProgress.ts";
import { diffWords } from "../../edits/diffWords.ts";
import type { ImprovedPrompt } from "../../requests/form/formRequest.ts";
import type { TaskSource } from "../../requests/taskSource.ts";
import { windowFolders } from "../../service/windowOfAnswer.ts";
import { type AnswerStudio, answerPieces } from "./answerPieces.ts";
import { askForText } from "./askForText.ts";
import { askImprovement, improvementRules } from "./askImprovement.ts";

/** `kind`: what the prompt generates. undefined: cancelled, or nothing was answered. Throws ServiceError. */
export async function improveText(studio: AnswerStudio & TaskSource, prompt: string, kind: Kind): Promise<ImprovedPrompt | undefined> {
  const asked = await askImprovement(studio, kind);
  if (asked === undefined) return undefined;
  const { model, interface: version, choices } = asked.options;
  const input = `${asked.instruction}\n\n${prompt}`;
  const request = { model, interface: version, instructions: improvementRules, choices, input };
  const allowance = await askForText(studio, request);
  if (allowance === undefined) return undefined;
  const answer = await withProgress(vscode.l10n.t("Writing with {0}", model), async (signal) => {
    const { pieces, finish, end } = await answerPieces(studio, request, allowance, signal, { folders: windowFolders(), document: "" });
    try {
      let text = "";
      for await (const piece of pieces) text += piece;
      return (await finish()) ?? text;
    } finally {
      await end();
    }
  });
  const text = answer.trim();
  return text === "" ? undefined : { text, parts: diffWords(prompt, text) };
}
