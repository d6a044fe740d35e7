import type { Kind } from "../../contract/kind.ts";

interface Waiting {
  count: number;
  /** When the oldest was accepted, in Unix milliseconds; undefined if there is none. */
  oldest: number | undefined;
}

/** Accepted tasks that have not been started. */
export type WaitingTasks = Readonly<Record<Kind, Waiting>>;

/** Waiting tasks of a kind: in a queue that services share, or for a free slot in this service. */
export interface WaitingPart {
  kind: Kind;
  count: number;
  oldest: number;
}

export function addWaiting(parts: Iterable<WaitingPart>): WaitingTasks {
  const nothing = (): Waiting => ({ count: 0, oldest: undefined });
  const sums: WaitingTasks = { text: nothing(), image: nothing(), audio: nothing(), video: nothing() };
  for (const { kind, count, oldest } of parts) {
    const sum = sums[kind];
    sum.count += count;
    sum.oldest = Math.min(sum.oldest ?? oldest, oldest);
  }
  return sums;
}
