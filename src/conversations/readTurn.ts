/** Reads a stored turn. */
import { type Turn, turnSchema } from "../chat/turn.ts";

/** undefined: the turn cannot be read. It is left out, and the rest of the conversation is shown. */
export function readTurn(body: unknown): Turn | undefined {
  return turnSchema.safeParse(parseJson(String(body))).data;
}

/** undefined: not JSON, because the file was damaged. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
