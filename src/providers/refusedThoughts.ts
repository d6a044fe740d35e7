/**
 * Some providers refuse the signed thoughts of another model, account or session in a dialogue, and Claude refuses to think in one whose
 * calls have none of its own.
 * Sources: OpenAI, "Reasoning models" (encrypted content); Anthropic, "Extended thinking"; Gemini API, "Thought signatures".
 */
import type { DialogueItem, TextRequest } from "./request.ts";

const isForeign = new RegExp(
  [
    "encrypted.?content\\b.{0,400}(?:could not be (?:verified|decrypted)|was not issued)|could not decrypt\\b.{0,60}encrypted.?content",
    "invalid `?signature`? in `?(?:redacted_)?thinking`?|(?:corrupted|invalid) thought.?signature|thought.?signature is not valid",
  ].join("|"),
  "is",
);
const needsOwn = /expected `?thinking`?.{0,40}but found/i;

interface Corrected {
  request: TextRequest;
  /** For the log. */
  what: string;
}

/** The request without what was refused; undefined: the refusal is about something else. */
export function withoutRefusedThoughts(request: TextRequest, refusal: string): Corrected | undefined {
  if (isForeign.test(refusal) && request.dialogue.some(isSigned))
    return {
      request: { ...request, dialogue: request.dialogue.flatMap(unsigned) },
      what: "earlier thoughts are left out, because it refuses them",
    };
  if (needsOwn.test(refusal) && request.effort !== undefined)
    return { request: { ...request, effort: undefined }, what: "it does not think, because the dialogue has no thoughts of it" };
  return undefined;
}

const isSigned = (item: DialogueItem) => item.type === "thought" || ("metadata" in item && item.metadata !== undefined);

function unsigned(item: DialogueItem): DialogueItem[] {
  if (item.type === "thought") return [];
  return [item.type === "message" || item.type === "function_call" ? { ...item, metadata: undefined } : item];
}
