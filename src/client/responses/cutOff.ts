import { inEnglish } from "../../contract/translate.ts";
import type { ErrorFacts } from "../errors/errorTable.ts";
import { cutOffCode } from "../errors/ownCodes.ts";
import { ownSentences } from "../errors/ownSentences.ts";
import type { ResponseEnd } from "../serviceClient.ts";

/** Why an answer ended early, as the facts of an error. `reason`: of `incomplete_details`, if the service reports it. */
export function describeCutOff(reason: string | null | undefined): { kind: "badAnswer"; code: string; message: string } {
  return { kind: "badAnswer", code: cutOffCode, message: sentenceOf(reason) };
}

/** Why only a part of an answer arrived; undefined: it is whole or a refusal, or it failed without a reason. */
export function whyPartial({ outcome, error, response }: Pick<ResponseEnd, "outcome" | "error" | "response">): ErrorFacts | undefined {
  if (outcome === "completed" || outcome === "refused") return undefined;
  const isCutOff = outcome === "incomplete" || outcome === "truncated";
  return error ?? (isCutOff ? describeCutOff(response?.incomplete_details?.reason) : undefined);
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
