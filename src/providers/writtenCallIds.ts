/**
 * The ids with which the function calls of a dialogue are written to a provider: its own where it has given one. Kimi and LiteLLM read
 * their ids again, and Mistral takes only nine letters and digits. Sources: Mistral, "Function calling"; Moonshot, "Tool calls" of Kimi K2;
 * LiteLLM, "Gemini: thought signatures".
 */
import { hash } from "node:crypto";
import type { DialogueItem } from "./request.ts";

/** An id of a call or another item of this service: the suffix of its task's id, and the index of its item. */
export const ownItemId = /^[a-z]{1,8}_([0-9a-f]{32})_(\d{1,5})$/;

/** By the id in the dialogue. An id of another service is left as it is. */
export function writtenCallIds(dialogue: readonly DialogueItem[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const used = new Set<string>();
  for (const item of dialogue) {
    if (item.type !== "function_call") continue;
    const { callId, providerId = "" } = item;
    const isGiven = providerId !== "" && !used.has(providerId);
    const id = isGiven ? providerId : ownItemId.test(callId) || providerId !== "" ? shortId(callId) : callId;
    used.add(id);
    ids.set(callId, id);
  }
  return ids;
}

/** Nine letters and digits, the form that all providers take. */
const shortId = (callId: string) => hash("sha256", callId, "hex").slice(0, 9);
