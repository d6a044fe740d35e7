/** Reads the arguments of a call as a client does, which runs a function with them. */
import { tryParseJson } from "../../contract/tryParseJson.ts";

/** `complete`: JSON, or nothing, which stands for no arguments. */
export type ArgumentsState = "complete" | "truncated" | "malformed";

export function readArguments(text: string): ArgumentsState {
  if (text.trim() === "" || tryParseJson(text) !== undefined) return "complete";
  return isTruncated(text) ? "truncated" : "malformed";
}

/** Whether an object or array has begun and not ended. */
function isTruncated(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === "\\") at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
  }
  return isInString || depth > 0;
}
