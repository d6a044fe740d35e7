import { inEnglish } from "../../contract/translate.ts";
import { cutOffCode } from "../errors/ownCodes.ts";
import { ownSentences } from "../errors/ownSentences.ts";

/** Why an answer ended early, as the facts of an error. `reason`: of `incomplete_details`, if the service reports it. */
export function describeCutOff(reason: string | null | undefined): { kind: "badAnswer"; code: string; message: string } {
  return { kind: "badAnswer", code: cutOffCode, message: sentenceOf(reason) };
}

/** Source: OpenAI, "Responses", `incomplete_details`; `cancelled` and `prompt_truncated` are the built-in service's. */
function sentenceOf(reason: string | null | undefined): string {
  switch (reason) {
    case undefined:
    case null:
    case "":
      return ownSentences.cutOff;
    case "max_output_tokens":
      return ownSentences.cutOffByLength;
    case "content_filter":
      return ownSentences.cutOffByFilter;
    case "cancelled":
      return ownSentences.cutOffByService;
    case "prompt_truncated":
      return ownSentences.cutOffPrompt;
    default:
      return inEnglish(ownSentences.cutOffBecause, reason);
  }
}
