import { forKinds, type Kind } from "../../contract/kind.ts";

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
  const sums: WaitingTasks = forKinds(() => ({ count: 0, oldest: undefined }));
  for (const { kind, count, oldest } of parts) {
    const sum = sums[kind];
    sum.count += count;
    sum.oldest = Math.min(sum.oldest ?? oldest, oldest);
  }
  return sums;
}
