/** What a text costs whose client leaves before its end: the provider reports the tokens, also of unseen thoughts, with the last event. */
import type { TextRequest } from "../../providers/request.ts";
import { LeftToOthers } from "./taskRunnerParts.ts";

/** Milliseconds in which the end of a text is awaited that nobody reads any more. Longer would pay for what nobody wants. */
const awaitedEnd = 5_000;
/** Milliseconds. A model that has written nothing for longer may be thinking unseen. */
const longestPause = 1_000;

/** The reason for ending a provider's answer whose end was awaited in vain. */
export class NotAwaited extends Error {}

/** A call that was ended before its provider reported what it used. */
export interface UnfinishedCall {
  request: TextRequest;
  /** Tokens of text, reasoning and arguments of calls. */
  written: number;
  /** The share of the output that was seen; undefined: unknown, so that what the model can have written in its time is charged. */
  share: number | undefined;
  /** From the request to the end of the connection. */
  milliseconds: number;
}

/**
 * The signal for the provider's answer to a text. Once `signal` is aborted, the answer may still end by itself for a while. What costs
 * nothing, and what a closing service leaves, is ended at once.
 */
export function upstreamSignal(signal: AbortSignal, mayCost: boolean): AbortSignal {
  const upstream = new AbortController();
  const end = () => {
    if (!mayCost || signal.reason instanceof LeftToOthers) upstream.abort(signal.reason);
    else setTimeout(() => upstream.abort(new NotAwaited("Nobody reads the answer.")), awaitedEnd).unref();
  };
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  return upstream.signal;
}

/** When the parts of an answer arrived. What a model thought unseen before them is estimated at the same pace. Milliseconds. */
export class Pace {
  readonly #begin: number;
  #first: number | undefined;
  #last = 0;

  constructor(begin = performance.now()) {
    this.#begin = begin;
  }

  note(now = performance.now()): void {
    this.#last = now;
    this.#first ??= now;
  }

  milliseconds(now = performance.now()): number {
    return now - this.#begin;
  }

  /** See UnfinishedCall. */
  shareSeen(now = performance.now()): number | undefined {
    if (this.#first === undefined || now - this.#last > longestPause) return undefined;
    return (now - this.#first) / (now - this.#begin);
  }
}
