/** Asks a text model for a better prompt that is not in a document. */
import type { Kind } from "../../../contract/kind.ts";
import { diffWords } from "../../edits/diffWords.ts";
import { mayAnswer } from "../../requests/budget.ts";
import type { ImprovedPrompt } from "../../requests/form/formRequest.ts";
import type { TaskSource } from "../../requests/taskSource.ts";
import { windowFolders } from "../../windowOfAnswer.ts";
import { type AnswerSource, answerPieces } from "./answerPieces.ts";
import { askImprovement, improvementRules } from "./askImprovement.ts";
import { withWritingProgress } from "./withWritingProgress.ts";

/** `kind`: what the prompt generates. undefined: cancelled, or nothing was answered. Throws ServiceError. */
export async function improveText(studio: AnswerSource & TaskSource, prompt: string, kind: Kind): Promise<ImprovedPrompt | undefined> {
  const asked = await askImprovement(studio, kind);
  if (asked === undefined || !(await mayAnswer(studio, asked.options.model))) return undefined;
  const { model, interface: version, choices } = asked.options;
  const input = `${asked.instruction}\n\n${prompt}`;
  const answer = await withWritingProgress(model, async (signal) => {
    const request = { model, interface: version, instructions: improvementRules, choices, input };
    const { pieces, finish, end } = await answerPieces(studio, request, signal, { folders: windowFolders(), document: "" });
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
