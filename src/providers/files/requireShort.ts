import { EngineError } from "../providerError.ts";
import { inMebibytes, longestText } from "./answerLimits.ts";

/** `size`: UTF-16 code units of a text with its reasoning and calls. @throws EngineError if an answer is longer than what is read */
export function requireShort(size: number): void {
  if (size > longestText) throw new EngineError(`its answer is longer than ${inMebibytes(longestText)}.`);
}
