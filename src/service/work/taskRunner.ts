/** Makes accepted tasks, stores what comes of them and charges for it. */
import { setTimeout as sleep } from "node:timers/promises";
import { kinds } from "../../contract/kind.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import { insufficientQuota, millionths } from "../account/accounts.ts";
import type { ResponseEvent } from "../answers/responseEvents.ts";
import { unknownTask } from "../apiError.ts";
import type { Cause } from "../operations/observer.ts";
import type { WaitingPart } from "../operations/waitingTasks.ts";
import type { SentRequest, StoredTask, UnfinishedTask } from "../store/storedTask.ts";
import type { Outcome } from "../store/taskStore.ts";
import { failedOutcome } from "./failedOutcome.ts";
import { makeOutcome, type Stage } from "./makeOutcome.ts";
import { createSlots } from "./slots.ts";
import { TaskDeleted } from "./taskDeleted.ts";
import type { TaskRunnerParts } from "./taskRunnerParts.ts";
import { untilWritten, usualPatience } from "./untilWritten.ts";
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

interface AcceptOptions {
  isFree: boolean;
  /** What asks for the task. Default: the task itself. */
  cause?: Cause | undefined;
}

export interface TaskRunner {
  /** Writes the task down, then begins, or leaves it to the queue. Rejects with `insufficient_quota` for an account that is used up. */
  accept(task: StoredTask, request: GenerationRequest, options: AcceptOptions): Promise<void>;
  /** Writes the task down, then begins here. `isStreamed`: its events are kept for a listener. Rejects as `accept` does. */
  begin(task: StoredTask, request: GenerationRequest, options: AcceptOptions & { isStreamed: boolean }): Promise<Run>;
  /** Takes a deleted task out of work. */
  cancel(id: string): void;
  /** Nobody reads the answer any more: what costs something ends, and keeps what it has. */
  leave(id: string): void;
  /** Begins again what services that are gone left unfinished, and takes tasks from the queue. */
  start(): Promise<void>;
  /** Begins one task again, when somebody asks for it. A queue hands it out by itself. */
  resume(id: string): Promise<void>;
  /** Tasks that wait here for their turn. */
  waiting(): WaitingPart[];
  /** Takes nothing more from the queue, and leaves to others what no provider works on. Resolves when what is left is done. */
  drain(): Promise<void>;
  /** Stops all work; what is unfinished stays so in the store, and what came from the queue goes back to it. */
  close(): Promise<void>;
}

/** Why a run ends whose task is somebody else's from now on. */
class LeftToOthers extends Error {}

interface Work {
  readonly task: StoredTask;
  readonly options: BeginOptions;
  readonly cause: Cause;
  /** As performance.now() has it. */
  readonly begunAt: number;
  /** Ends the generation alone: what is there is stored. */
  readonly generation: AbortController;
  /** Ends everything. */
  readonly deletion: AbortController;
  stage: Stage;
}

interface BeginOptions extends AcceptOptions {
  isStreamed: boolean;
  /** A client waits at this service for its answer. */
  isAwaited: boolean;
  /** The queue has handed it out. */
  isQueued: boolean;
  sent: SentRequest | undefined;
}

export function createTaskRunner(parts: TaskRunnerParts): TaskRunner {
  const { store, queue, settings, observer, catalogue } = parts;
  const running = new Map<string, { work: Work; finished: Promise<Outcome> }>();
  /** Ids of the tasks that are in the making, or about to be. */
  const takenIds = new Set<string>();
  /** What was taken over while the queue handed it out: then the claim finds that the task is this service's already. */
  const takenOver = new Map<string, UnfinishedTask>();
  /** How often the answer of a claim was lost, and how often of these what it had claimed was looked for. */
  let [lostClaims, soughtClaims] = [0, 0];
  let isDraining = false;
  const closing = new AbortController();
  let resuming: NodeJS.Timeout | undefined;
  const demoSlots = createSlots(simultaneousDemos);
  const demoVideoSlots = createSlots(simultaneousDemos);
  const slots = createSlots(simultaneousRequests);
  const knownModel = (id: string) => (catalogue.isKnown(id) ? id : undefined);

  async function make(work: Work, request: GenerationRequest, signal: AbortSignal, emit: (event: ResponseEvent) => void): Promise<Outcome> {
    if (settings.delay > 0) await sleep(settings.delay, undefined, { signal });
    const { task, options, cause } = work;
    const taken = options.isFree ? (task.kind === "video" ? demoVideoSlots : demoSlots) : slots;
    const release = await taken.take(signal);
    const onStage = (stage: Stage) => {
      work.stage = stage;
      if (isDraining) leaveToOthers(work);
    };
    try {
      return await makeOutcome(parts, { task, request, sent: options.sent, cause, signal, emit, onStage });
    } catch (error) {
      if (signal.aborted) throw error;
      // The messages of SQLite and of our own errors hold no prompt.
      parts.log?.(`generation failed: ${error instanceof Error ? error.message : "unknown error"}`);
      return failedOutcome();
    } finally {
      release();
    }
  }

  async function finish(work: Work, making: Promise<Outcome>): Promise<Outcome> {
    const { task, options, generation, deletion } = work;
    try {
      const outcome = await making.catch((error: unknown) => {
        if (deletion.signal.aborted || !generation.signal.aborted) throw error;
        return failedOutcome("The request was cancelled: its reader left.");
      });
      deletion.signal.throwIfAborted();
      const stored = await writeOutcome(store, task.id, outcome, { signal: deletion.signal, log: parts.log });
      parts.recent.keep(stored.files);
      reportEnd(work, stored);
      return stored;
    } catch (error) {
      if (!deletion.signal.aborted) throw error;
      if (options.isQueued && deletion.signal.reason instanceof LeftToOthers) {
        // Where that cannot be written, others find out that this service is gone.
        await store.release(task.id).catch(logError("a task could not be given back"));
      }
      throw unknownTask();
    } finally {
      running.delete(task.id);
      takenIds.delete(task.id);
    }
  }

  function reportEnd({ task, cause, begunAt }: Work, { status, usage, cost }: Outcome): void {
    observer.endTask({
      id: task.id,
      cause: cause.id,
      kind: task.kind,
      model: knownModel(task.model),
      status,
      inputTokens: usage?.input ?? 0,
      outputTokens: usage?.output ?? 0,
      cost: cost / millionths,
      milliseconds: performance.now() - begunAt,
    });
  }

  function begin(task: StoredTask, request: GenerationRequest, options: BeginOptions): Run {
    const work: Work = {
      task,
      options,
      cause: options.cause ?? observer.beginTask(task.id),
      begunAt: performance.now(),
      generation: new AbortController(),
      deletion: new AbortController(),
      stage: "waiting",
    };
    // It was accepted or taken over while the service began to close: the next one makes it.
    if (closing.signal.aborted) work.deletion.abort(new LeftToOthers());
    if (isDraining) leaveToOthers(work);
    const signal = AbortSignal.any([work.generation.signal, work.deletion.signal]);
    const kept: ResponseEvent[] = [];
    let listener: ((event: ResponseEvent) => void) | undefined;
    let hasText = false;
    const emit = (event: ResponseEvent) => {
      if (!hasText && event.type === "response.output_text.delta") {
        hasText = true;
        observer.firstText(knownModel(task.model), performance.now() - work.begunAt);
      }
      if (listener) listener(event);
      else if (options.isStreamed) kept.push(event);
    };
    const finished = finish(work, make(work, request, signal, emit));
    // Nobody has to wait for a run: the result is in the store.
    finished.catch(() => undefined);
    running.set(task.id, { work, finished });
    return {
      task,
      finished,
      listen(added) {
        for (const event of kept.splice(0)) added(event);
        listener = added;
      },
    };
  }

  /** What a provider may have accepted stays here while it is answered, and so does what a client waits for. */
  function leaveToOthers({ options, stage, deletion }: Work): void {
    if (!options.isAwaited && stage !== "sent") deletion.abort(new LeftToOthers());
  }

  /** What an earlier service left, or the queue hands out: nobody streams it. */
  async function beginAgain({ task, request, sent }: UnfinishedTask, isQueued: boolean): Promise<Run> {
    const model = await catalogue.find(task.model, task.kind);
    return begin(task, request, { isFree: model?.provider.isFree ?? false, isStreamed: false, isAwaited: false, isQueued, sent });
  }

  async function resumeAll(): Promise<void> {
    const lost = lostClaims;
    const claimed = await store.claimAll().catch(doubt);
    const own = lost === soughtClaims ? [] : await store.listOwn();
    soughtClaims = lost;
    for (const found of claimed) if (takenIds.has(found.task.id) && !running.has(found.task.id)) takenOver.set(found.task.id, found);
    for (const found of [...claimed, ...own]) {
      if (takenIds.has(found.task.id)) continue;
      takenIds.add(found.task.id);
      void beginAgain(found, false);
    }
  }

  async function work(id: string): Promise<void> {
    if (takenIds.has(id)) return;
    takenIds.add(id);
    let run: Run | undefined;
    try {
      const claimed = (await store.claim(id).catch(doubt)) ?? takenOver.get(id);
      run = claimed && (await beginAgain(claimed, true));
    } finally {
      takenOver.delete(id);
      if (!run) takenIds.delete(id);
    }
    await run?.finished.catch(() => undefined);
  }

  /** A claim whose answer is lost may have been carried out. */
  function doubt(error: unknown): never {
    lostClaims += 1;
    throw error;
  }

  /** Writes down what is begun here. */
  async function insert(task: StoredTask, request: GenerationRequest): Promise<void> {
    takenIds.add(task.id);
    const isInserted = await store.insert(task, request).catch((error: unknown) => {
      void forget(task.id);
      throw error;
    });
    if (isInserted) return;
    takenIds.delete(task.id);
    throw insufficientQuota();
  }

  /** The caller hears that its task was not accepted, and it may be in the store all the same. */
  async function forget(id: string): Promise<void> {
    const patience = { ...usualPatience, attempts: Number.POSITIVE_INFINITY };
    const what = "the end of a task that was not accepted";
    await untilWritten(() => store.delete(id), { signal: closing.signal, log: parts.log, patience, what }).catch(() => undefined);
    takenIds.delete(id);
  }

  function cancel(id: string): void {
    running.get(id)?.work.deletion.abort(new TaskDeleted("The task was deleted."));
  }

  /** Takes what is not there any more out of work. */
  async function cancelMissing(): Promise<void> {
    for (const id of [...running.keys()]) if ((await store.get(id)) === undefined) cancel(id);
  }

  const logError = (what: string) => (error: unknown) =>
    parts.log?.(`${what}: ${error instanceof Error ? error.message : "unknown error"}`);
  const logUnresumed = logError("unfinished tasks could not be taken over");

  store.watchDeletions((id) => {
    if (id !== undefined) cancel(id);
    // The database is away again: then this is called again, too.
    else void cancelMissing().catch(() => undefined);
  });
  return {
    async accept(task, request, options) {
      if (!queue) {
        await insert(task, request);
        begin(task, request, { ...options, isStreamed: false, isAwaited: false, isQueued: false, sent: undefined });
      } else if (!(await store.insert(task, request, true))) throw insufficientQuota();
    },
    async begin(task, request, options) {
      await insert(task, request);
      return begin(task, request, { ...options, isAwaited: true, isQueued: false, sent: undefined });
    },
    cancel,
    leave(id) {
      const work = running.get(id)?.work;
      if (work && !work.options.isFree) work.generation.abort();
    },
    async start() {
      if (queue && kinds.every((kind) => queue.workers[kind] === 0)) return;
      await resumeAll().catch(logUnresumed);
      if (!queue) return;
      resuming = setInterval(() => void resumeAll().catch(logUnresumed), resumeInterval);
      await queue.start(work);
    },
    async resume(id) {
      if (queue) return;
      const claimed = await store.claim(id);
      if (claimed) void beginAgain(claimed, false);
    },
    waiting: () =>
      [...running.values()].flatMap(({ work: { task, stage } }) =>
        stage === "waiting" ? [{ kind: task.kind, count: 1, oldest: task.createdAt }] : [],
      ),
    async drain() {
      isDraining = true;
      clearInterval(resuming);
      // First, so that nothing comes back that is given to others.
      await queue?.stop();
      for (const { work } of running.values()) leaveToOthers(work);
      while (running.size > 0) await Promise.allSettled([...running.values()].map(({ finished }) => finished));
    },
    async close() {
      closing.abort();
      clearInterval(resuming);
      await queue?.stop();
      const ending = [...running.values()].map(({ finished }) => finished);
      for (const { work } of running.values()) work.deletion.abort(new LeftToOthers());
      await Promise.allSettled(ending);
    },
  };
}
