import type { Kind } from "../../contract/kind.ts";

/** Hands accepted tasks to services that share a database. A task may be handed out again: whoever claims it in the store has it. */
export interface TaskQueue {
  /** Tasks of each kind that this service makes at once, while others wait. */
  readonly workers: Workers;
  /** Calls `work` with each task that this service is to make, until `stop`. The task is handled when its promise is settled. */
  start(work: (id: string) => Promise<void>): Promise<void>;
  /** Calls `work` once an hour on one of the services, until `stop`. */
  startHourly(work: () => Promise<void>): Promise<void>;
  /** Takes no more tasks, and does not wait for those that were taken. */
  stop(): Promise<void>;
}

export type Workers = Readonly<Record<Kind, number>>;

export const defaultWorkers: Workers = { text: 16, image: 4, audio: 4, video: 2 };
