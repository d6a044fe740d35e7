/** Lets other requests be answered between the steps of long work. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Tokens of an answer that is written, counted, stored and read in some ten milliseconds each. */
const longAnswer = 16_384;

/** Lets other requests be answered between two such steps. */
export async function giveWay(tokens = 0): Promise<void> {
  if (tokens > longAnswer) await nextTurn();
}

/** Milliseconds after which the reading of an answer gives way. */
const longestTurn = 10;

/**
 * The turns of the event loop in which an answer is read. What is written for a client is only sent between two of them: the first piece gives
 * way, so that the rest of its packet does not delay it. A provider that sends without a pause would not let others be answered for a packet.
 */
export class ReadingTurns {
  #start = Number.NEGATIVE_INFINITY;

  /** Asked after each piece, which most often waits for nothing. */
  isOver(): boolean {
    return performance.now() - this.#start > longestTurn;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#start = performance.now();
  }
}
