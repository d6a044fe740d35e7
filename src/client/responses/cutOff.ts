import { cutOffCode } from "../errors/ownCodes.ts";

/** Why an answer ended early, as the facts of an error. `reason`: of `incomplete_details`, if the service reports it. */
export function describeCutOff(reason: string | null | undefined): { kind: "badAnswer"; code: string; message: string } {
  return { kind: "badAnswer", code: cutOffCode, message: `The answer was cut off${causeOf(reason)}.` };
}

/** Source: OpenAI, "Responses", `incomplete_details`; `cancelled` and `prompt_truncated` are the built-in service's. */
function causeOf(reason: string | null | undefined): string {
  switch (reason) {
    case undefined:
    case null:
    case "":
      return "";
    case "max_output_tokens":
      return ": it reached the maximum length of the model's answers";
    case "content_filter":
      return ": a content filter stopped it";
    case "cancelled":
      return ": the service stopped generating it";
    case "prompt_truncated":
      return ": the model did not read the whole prompt, which is longer than its context";
    default:
      return `: ${reason}`;
  }
}
