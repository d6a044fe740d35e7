import { forKinds, type Kind, kinds, kindTable } from "../../contract/kind.ts";

/**
 * Distributes accepted tasks to services that share a database. A task may be distributed more than once: only the service that claims it
 * in the store runs it.
 */
export interface TaskQueue {
  /** How many tasks of each kind this service runs at the same time. */
  readonly workers: Workers;
  /** Calls `work` with each task for this service, until `stop`. The task is done when its promise is settled. */
  start(work: (id: string) => Promise<void>): Promise<void>;
  /** Calls `work` once an hour in one of the services, until `stop`. */
  startHourly(work: () => Promise<void>): Promise<void>;
  /** Takes no more tasks, and does not wait for those already taken. */
  stop(): Promise<void>;
}

export type Workers = Readonly<Record<Kind, number>>;

export const defaultWorkers: Workers = forKinds((kind) => kindTable[kind].workers);

/** Reads `text=16,image=4`; kinds that are not named keep their default. Throws a TypeError with a message for the user. */
export function readWorkers(list: string | undefined): Workers {
  const workers = { ...defaultWorkers };
  for (const entry of list === undefined ? [] : list.split(",")) {
    const [, name, count] = /^\s*([a-z]+)=(\d{1,3})\s*$/.exec(entry) ?? [];
    const kind = kinds.find((known) => known === name);
    if (kind === undefined) {
      throw new TypeError(`--workers takes a list like text=16,image=4 of ${kinds.join(", ")}; "${entry}" is not part of one.`);
    }
    workers[kind] = Number(count);
  }
  return workers;
}
