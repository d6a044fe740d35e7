/** What a running service reports to its operators: whether it can answer, and its metrics. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Catalogue } from "../catalogue.ts";
import type { Metrics, Observer } from "../observing/observer.ts";
import { addWaiting, type WaitingPart } from "../queue/waitingTasks.ts";
import type { OpenedStore } from "../store/openedStore.ts";
import type { TaskStore } from "../store/taskStore.ts";

/** What a service needs in order to answer requests and does not have. */
type Missing = "database" | "migrations" | "files" | "provider" | "stopping";

export interface Operations {
  /** Empty if the service can answer. The check runs at most once a second. */
  findMissing(): Promise<readonly Missing[]>;
  /** undefined: there are no metrics. */
  readMetrics(): Promise<Metrics | undefined>;
  /** Marks the service as about to end. */
  stop(): void;
}

export interface OperationsParts {
  observer: Observer;
  store: Pick<OpenedStore, "isCurrent" | "waiting"> & { tasks: Pick<TaskStore, "checkFiles"> };
  catalogue: Pick<Catalogue, "isUsable">;
  /** Tasks that wait for a free slot in this service. */
  waiting(): Iterable<WaitingPart>;
}

/** Milliseconds. A database, or a store of files, that takes longer counts as unavailable. */
const databaseTimeLimit = 3_000;
/** Milliseconds for which a result is reused, because anyone may ask and not every request should reach the database. */
const freshMilliseconds = 1_000;

export function createOperations({ observer, store, catalogue, waiting }: OperationsParts): Operations {
  let isStopping = false;
  let known: { at: number; missing: Promise<readonly Missing[]> } | undefined;

  async function check(): Promise<readonly Missing[]> {
    const files = inTime(store.tasks.checkFiles()).then(
      () => [],
      () => ["files" as const],
    );
    const [database, missingFiles, isUsable] = await Promise.all([lookAtDatabase(store), files, catalogue.isUsable()]);
    return [...database, ...missingFiles, ...(isUsable ? [] : ["provider" as const])];
  }

  return {
    async findMissing() {
      if (isStopping) return ["stopping"];
      if (!known || performance.now() - known.at > freshMilliseconds) known = { at: performance.now(), missing: check() };
      return known.missing;
    },
    async readMetrics() {
      if (!observer.readMetrics) return undefined;
      const queued = await inTime(store.waiting()).catch(() => undefined);
      return observer.readMetrics(queued && addWaiting([...queued, ...waiting()]));
    },
    stop() {
      isStopping = true;
    },
  };
}

async function lookAtDatabase(store: Pick<OpenedStore, "isCurrent">): Promise<Missing[]> {
  try {
    return (await inTime(store.isCurrent())) ? [] : ["migrations"];
  } catch {
    return ["database"];
  }
}

async function inTime<Result>(asked: Promise<Result>): Promise<Result> {
  const waited = new AbortController();
  const late = sleep(databaseTimeLimit, undefined, { signal: waited.signal, ref: false }).then(() => {
    throw new Error("There is no answer.");
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    waited.abort();
    late.catch(() => undefined);
  }
}
