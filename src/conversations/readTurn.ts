/** Reads a stored turn. */
import { type Turn, turnSchema } from "../chat/turn.ts";
import { tryParseJson } from "../contract/tryParseJson.ts";

/** undefined: the turn cannot be read. It is left out, and the rest of the conversation is shown. */
export function readTurn(body: unknown): Turn | undefined {
  return turnSchema.safeParse(tryParseJson(String(body))).data;
}
