import { setImmediate as nextTurn } from "node:timers/promises";

/** Tokens of an answer that is written, counted, stored and read in some ten milliseconds each. */
const longAnswer = 16_384;

/** Lets other requests be answered between two such steps. */
export async function giveWay(tokens = 0): Promise<void> {
  if (tokens > longAnswer) await nextTurn();
}
