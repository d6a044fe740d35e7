/** Makes accepted tasks, stores what comes of them and charges for it. */
import { setTimeout as sleep } from "node:timers/promises";
import { kinds } from "../../contract/kind.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import { insufficientQuota } from "../account/accounts.ts";
import type { ResponseEvent } from "../answers/responseEvents.ts";
import { unknownTask } from "../apiError.ts";
import type { SentRequest, StoredTask, UnfinishedTask } from "../store/storedTask.ts";
import type { Outcome } from "../store/taskStore.ts";
import { failedOutcome } from "./failedOutcome.ts";
import { makeOutcome } from "./makeOutcome.ts";
import { createSlots } from "./slots.ts";
import { TaskDeleted } from "./taskDeleted.ts";
import type { TaskRunnerParts } from "./taskRunnerParts.ts";
import { writeOutcome } from "./writeOutcome.ts";

/** Tasks of the demo that are made at once, videos apart from the rest; the others wait as `pending`. */
const simultaneousDemos = 4;
/** Tasks of other providers that are made at once. */
const simultaneousRequests = 256;

/** Milliseconds between two looks for tasks of services that are gone. */
const resumeInterval = 10_000;

/** A task in the making. */
export interface Run {
  readonly task: StoredTask;
  /** What was stored: the result, or a failure where the result could not be written. Rejects with `not_found` when the task is deleted meanwhile. */
  readonly finished: Promise<Outcome>;
  /** Events of the answer, those that came before first. One listener alone. */
  listen(listener: (event: ResponseEvent) => void): void;
}

export interface TaskRunner {
  /** Writes the task down, then begins, or leaves it to the queue. Rejects with `insufficient_quota` for an account that is used up. */
  accept(task: StoredTask, request: GenerationRequest, options: { isFree: boolean }): Promise<void>;
  /** Writes the task down, then begins here. `isStreamed`: its events are kept for a listener. Rejects as `accept` does. */
  begin(task: StoredTask, request: GenerationRequest, options: { isFree: boolean; isStreamed: boolean }): Promise<Run>;
  /** Takes a deleted task out of work. */
  cancel(id: string): void;
  /** Nobody reads the answer any more: what costs something ends, and keeps what it has. */
  leave(id: string): void;
  /** Begins again what services that are gone left unfinished, and takes tasks from the queue. */
  start(): Promise<void>;
  /** Begins one task again, when somebody asks for it. A queue hands it out by itself. */
  resume(id: string): Promise<void>;
  /** Stops all work; what is unfinished stays so in the store. */
  close(): Promise<void>;
}

interface Work {
  run: Run;
  isFree: boolean;
  /** Ends the generation alone: what is there is stored. */
  generation: AbortController;
  /** Ends everything. */
  deletion: AbortController;
}

export function createTaskRunner(parts: TaskRunnerParts): TaskRunner {
  const { store, queue, settings } = parts;
  const works = new Map<string, Work>();
  let isClosing = false;
  let resuming: NodeJS.Timeout | undefined;
  const demoSlots = createSlots(simultaneousDemos);
  const demoVideoSlots = createSlots(simultaneousDemos);
  const slots = createSlots(simultaneousRequests);

  interface BeginOptions {
    isFree: boolean;
    isStreamed: boolean;
    sent: SentRequest | undefined;
  }

  async function make(
    task: StoredTask,
    request: GenerationRequest,
    options: BeginOptions,
    signal: AbortSignal,
    emit: (event: ResponseEvent) => void,
  ) {
    if (settings.delay > 0) await sleep(settings.delay, undefined, { signal });
    const taken = options.isFree ? (task.kind === "video" ? demoVideoSlots : demoSlots) : slots;
    const release = await taken.take(signal);
    try {
      return await makeOutcome(parts, { task, request, sent: options.sent, signal, emit });
    } catch (error) {
      if (signal.aborted) throw error;
      // The messages of SQLite and of our own errors hold no prompt.
      parts.log?.(`generation failed: ${error instanceof Error ? error.message : "unknown error"}`);
      return failedOutcome();
    } finally {
      release();
    }
  }

  async function finish(
    id: string,
    making: Promise<Outcome>,
    { generation, deletion }: Pick<Work, "generation" | "deletion">,
  ): Promise<Outcome> {
    try {
      const outcome = await making.catch((error: unknown) => {
        if (deletion.signal.aborted || !generation.signal.aborted) throw error;
        return failedOutcome("The request was cancelled: its reader left.");
      });
      deletion.signal.throwIfAborted();
      const stored = await writeOutcome(store, id, outcome, { signal: deletion.signal, log: parts.log });
      parts.recent.keep(stored.files);
      return stored;
    } catch (error) {
      throw deletion.signal.aborted ? unknownTask() : error;
    } finally {
      works.delete(id);
    }
  }

  function begin(task: StoredTask, request: GenerationRequest, options: BeginOptions): Run {
    const generation = new AbortController();
    const deletion = new AbortController();
    // It was accepted or taken over while the service began to close: the next one makes it.
    if (isClosing) deletion.abort();
    const signal = AbortSignal.any([generation.signal, deletion.signal]);
    const kept: ResponseEvent[] = [];
    let listener: ((event: ResponseEvent) => void) | undefined;
    const emit = (event: ResponseEvent) => {
      if (listener) listener(event);
      else if (options.isStreamed) kept.push(event);
    };
    const finished = finish(task.id, make(task, request, options, signal, emit), { generation, deletion });
    // Nobody has to wait for a run: the result is in the store.
    finished.catch(() => undefined);
    const run: Run = {
      task,
      finished,
      listen(added) {
        for (const event of kept.splice(0)) added(event);
        listener = added;
      },
    };
    works.set(task.id, { run, isFree: options.isFree, generation, deletion });
    return run;
  }

  /** What an earlier service left: nobody streams it. */
  async function beginAgain({ task, request, sent }: UnfinishedTask): Promise<Run> {
    const model = await parts.catalogue.find(task.model, task.kind);
    return begin(task, request, { isFree: model?.provider.isFree ?? false, isStreamed: false, sent });
  }

  async function resumeAll(): Promise<void> {
    for (const claimed of await store.claimAll()) void beginAgain(claimed);
  }

  async function work(id: string): Promise<void> {
    const claimed = await store.claim(id);
    const run = claimed && (await beginAgain(claimed));
    await run?.finished.catch(() => undefined);
  }

  function logError(error: unknown): void {
    parts.log?.(`unfinished tasks could not be taken over: ${error instanceof Error ? error.message : "unknown error"}`);
  }

  return {
    async accept(task, request, options) {
      if (!(await store.insert(task, request, queue !== undefined))) throw insufficientQuota();
      if (!queue) begin(task, request, { ...options, isStreamed: false, sent: undefined });
    },
    async begin(task, request, options) {
      if (!(await store.insert(task, request))) throw insufficientQuota();
      return begin(task, request, { ...options, sent: undefined });
    },
    cancel(id) {
      works.get(id)?.deletion.abort(new TaskDeleted("The task was deleted."));
    },
    leave(id) {
      const work = works.get(id);
      if (work && !work.isFree) work.generation.abort();
    },
    async start() {
      if (queue && kinds.every((kind) => queue.workers[kind] === 0)) return;
      await resumeAll().catch(logError);
      if (!queue) return;
      resuming = setInterval(() => void resumeAll().catch(logError), resumeInterval);
      await queue.start(work);
    },
    async resume(id) {
      if (queue) return;
      const claimed = await store.claim(id);
      if (claimed) void beginAgain(claimed);
    },
    async close() {
      isClosing = true;
      clearInterval(resuming);
      await queue?.stop();
      const ending = [...works.values()].map(({ run }) => run.finished);
      for (const { deletion } of works.values()) deletion.abort();
      await Promise.allSettled(ending);
    },
  };
}
