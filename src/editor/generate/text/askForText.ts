/** The check of the budget before a text command sends its request. */
import type { WireRequest } from "../../../contract/wireRequest.ts";
import type { Allowance } from "../../../generations/allowance.ts";
import { askForRequests } from "../../requests/budget.ts";
import { type AnswerStudio, buildTextRequest, type TextPrompt } from "./answerPieces.ts";

/** Asks if the answer would exceed the user's budget; undefined: it may not be requested. */
export function askForText(studio: AnswerStudio, prompt: TextPrompt): Promise<Allowance | undefined> {
  const { model, input } = prompt;
  const request: WireRequest =
    prompt.interface === "v1" ? { interface: "v1", kind: "text", body: { model, input } } : buildTextRequest(prompt);
  return askForRequests(studio, [request]);
}
