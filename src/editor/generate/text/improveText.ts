/** Asks a text model for a better prompt that is not in a document. */
import type { Kind } from "../../../contract/kind.ts";
import { diffWords } from "../../edits/diffWords.ts";
import { mayAnswer } from "../../requests/budget.ts";
import type { ImprovedPrompt } from "../../requests/form/formRequest.ts";
import type { TaskSource } from "../../requests/taskSource.ts";
import { type AnswerSource, answerPieces } from "./answerPieces.ts";
import { askImprovement, improvementRules } from "./askImprovement.ts";
import { withWritingProgress } from "./withWritingProgress.ts";

/** `kind`: what the prompt generates. undefined: cancelled, or nothing was answered. Throws ServiceError. */
export async function improveText(studio: AnswerSource & TaskSource, prompt: string, kind: Kind): Promise<ImprovedPrompt | undefined> {
  const asked = await askImprovement(studio, kind);
  if (asked === undefined || !(await mayAnswer(studio))) return undefined;
  const { model, interface: generation, choices } = asked.options;
  const input = `${asked.instruction}\n\n${prompt}`;
  const answer = await withWritingProgress(model, async (signal) => {
    const { pieces, finish } = await answerPieces(
      studio,
      { model, interface: generation, instructions: improvementRules, choices, input },
      signal,
    );
    let text = "";
    for await (const piece of pieces) text += piece;
    return (await finish()) ?? text;
  });
  const text = answer.trim();
  return text === "" ? undefined : { text, parts: diffWords(prompt, text) };
}
