/** A task that runs in this service: makes its outcome, stores it, and stops the work. */
import { errorText } from "../../contract/errorText.ts";
import { withCall } from "../../providers/callContext.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import { millionths } from "../account/accounts.ts";
import type { ResponseEvent } from "../answers/responseEvents.ts";
import { unknownTask } from "../apiError.ts";
import type { BodyBudget } from "../connection/bodyBudget.ts";
import type { Cause } from "../observing/observer.ts";
import type { SentRequest, StoredTask } from "../store/storedTask.ts";
import type { TaskOutcome } from "../store/taskStore.ts";
import { cancelledOutcome, failedOutcome, quotaOutcome } from "./failedOutcome.ts";
import { giveWay } from "./giveWay.ts";
import { makeOutcome, type TaskStage } from "./makeOutcome.ts";
import type { Slots } from "./slots.ts";
import { LeftToOthers, TaskDeleted, type TaskRunnerParts } from "./taskRunnerParts.ts";
import { endlessPatience, untilWritten, writeOutcome } from "./untilWritten.ts";
import { warnOnce } from "./warnOnce.ts";

export interface AcceptOptions {
  isFree: boolean;
  /** See InsertOptions. Default 0. */
  reserved?: number;
  /** The cause of the task. Default: the task itself. */
  cause?: Cause | undefined;
}

export interface BeginOptions extends AcceptOptions {
  /** Whether its events are kept for a listener. */
  isStreamed: boolean;
  /** Whether a client waits for the answer from this service. */
  isAwaited: boolean;
  /** Whether the task is from the queue. */
  isQueued: boolean;
  sent: SentRequest | undefined;
  /** See UnfinishedTask. */
  isDeleted: boolean;
}

export interface StartedTask {
  task: StoredTask;
  request: GenerationRequest;
  slots: Slots;
  options: BeginOptions;
  onEnd(): void;
}

/** A running task, as its client's request sees it. */
export type Run = Pick<TaskRun, "task" | "finished" | "released" | "begun" | "listen">;

const ignore = () => undefined;

/** Milliseconds after the head of a provider's answer in which it may still refuse the request. */
const openingWait = 500;

export class TaskRun {
  readonly task: StoredTask;
  readonly #parts: TaskRunnerParts;
  readonly #options: BeginOptions;
  readonly #cause: Cause;
  /** Milliseconds, by performance.now(). */
  readonly #begunAt = performance.now();
  /**
   * The outcome that was stored: the result, or a failure if the result could not be written. Rejects with `not_found` if the task is
   * deleted, taken over or left to another service.
   */
  readonly finished: Promise<TaskOutcome>;
  #createdGeneration: AbortController | undefined;
  #createdDeletion: AbortController | undefined;
  /** Ends the wait for a slot. */
  #stopWaiting: ((reason: unknown) => void) | undefined;
  /** Only of a task from the queue. */
  readonly #release: PromiseWithResolvers<void> | undefined;
  #stage: TaskStage = "waiting";
  #isDraining = false;
  readonly #keptEvents: ResponseEvent[] = [];
  #listener: ((event: ResponseEvent) => void) | undefined;
  #hasText = false;
  /** What the providers' answers use. */
  #share: ReturnType<BodyBudget["enterAnswer"]> | undefined;
  #hasBegun = false;
  #onBegun: (() => void) | undefined;

  /**
   * Stops the generation: the result so far is stored, unless `#deletion` is aborted, too. Created when it is needed: thousands of tasks may
   * wait.
   */
  get #generation(): AbortController {
    this.#createdGeneration ??= new AbortController();
    return this.#createdGeneration;
  }

  /** Stops the task without storing a result; see `#stop`. Created like `#generation`. */
  get #deletion(): AbortController {
    this.#createdDeletion ??= new AbortController();
    return this.#createdDeletion;
  }

  /** Starts the task once it has a slot. `onEnd` is called when it no longer runs here, before `finished` settles. */
  constructor(parts: TaskRunnerParts, { task, request, slots, options, onEnd }: StartedTask) {
    this.task = task;
    this.#parts = parts;
    this.#options = options;
    this.#cause = options.cause ?? parts.observer.beginTask(task.id);
    this.finished = this.#finish(request, slots, onEnd);
    // A rejection need not be handled, because the outcome is in the store.
    const ended = this.finished.then(ignore, ignore);
    if (!options.isQueued) return;
    this.#release = Promise.withResolvers();
    void ended.then(this.#release.resolve);
  }

  /** Resolves when the task needs no worker any more: it is finished, or its result waits for a disk or a database. */
  get released(): Promise<void> {
    return this.#release?.promise ?? this.finished.then(ignore, ignore);
  }

  /** Whether no provider works on the task in this service. */
  get isWaiting(): boolean {
    return this.#stage === "waiting";
  }

  /** Resolves when the provider has begun to answer: with its first output, or soon after the head of its answer. Never, if it does not. */
  get begun(): Promise<void> {
    return this.#hasBegun ? Promise.resolve() : new Promise((resolve) => (this.#onBegun = resolve));
  }

  /** Calls `listener` with the events of the answer, starting with the earlier ones. Only one listener is supported. */
  listen(listener: (event: ResponseEvent) => void): void {
    for (const event of this.#keptEvents.splice(0)) listener(event);
    this.#listener = listener;
  }

  /** Stops the work because the task was deleted. What was generated of a task that was sent is charged. */
  cancel(): void {
    const reason = new TaskDeleted("The task was deleted.");
    if (this.#stage !== "waiting" || this.#options.sent !== undefined) this.#abort(reason);
    else this.#stop(reason);
  }

  /** Called when the client no longer reads the answer. Stores the result so far, unless `completesLeftText`. */
  async leave(): Promise<void> {
    if (!(await this.#parts.settings.completesLeftText())) this.#abort();
  }

  /** Leaves the task to other services, at once or as soon as no provider works on it, unless a client waits for it here. */
  drain(): void {
    this.#isDraining = true;
    if (!this.#options.isAwaited && this.#stage !== "sent") this.#stop(new LeftToOthers());
  }

  /** Leaves the task to other services. Of a text that a provider is sending, the part that has arrived is stored. */
  close(): void {
    // What has arrived of a text was generated and is charged, and no other service can get the rest.
    if (this.task.kind === "text" && this.#stage === "sent" && !this.#options.isFree) this.#abort(new LeftToOthers());
    else this.#stop(new LeftToOthers());
  }

  /** Stops the task without storing a result. */
  #stop(reason: Error): void {
    this.#deletion.abort(reason);
    this.#abort(reason);
  }

  #abort(reason?: Error): void {
    this.#generation.abort(reason);
    this.#stopWaiting?.(this.#generation.signal.reason);
  }

  /** Waits until what `begin` starts calls `proceed`. An abort calls the function that `begin` returned, and rejects. */
  #wait(begin: (proceed: () => void) => () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#createdGeneration?.signal.throwIfAborted();
      const stop = begin(resolve);
      this.#stopWaiting = (reason) => {
        stop();
        reject(reason);
      };
    });
  }

  /** Not an async function, which would use more memory while it waits. */
  #waitForSlot(slots: Slots): Promise<void> {
    const { delay } = this.#parts.settings;
    const take = () => this.#wait((proceed) => slots.take(proceed));
    if (delay === 0) return take();
    const pause = (proceed: () => void) => {
      const timer = setTimeout(proceed, delay);
      return () => clearTimeout(timer);
    };
    return this.#wait(pause).then(take);
  }

  async #make(request: GenerationRequest, slots: Slots): Promise<TaskOutcome> {
    await this.#waitForSlot(slots);
    this.#stopWaiting = undefined;
    const { signal } = this.#generation;
    try {
      signal.throwIfAborted();
      if (!(await this.#isAffordable(signal))) return quotaOutcome();
      const { sent, isDeleted } = this.#options;
      const make = () =>
        makeOutcome(this.#parts, {
          task: this.task,
          request,
          sent,
          isDeleted,
          cause: this.#cause,
          signal,
          emit: (event) => this.#emit(event),
          onStage: (stage) => this.#enterStage(stage),
          onHead: () => void setTimeout(() => this.#begin(), openingWait).unref(),
        });
      this.#share = this.#parts.bodies.enterAnswer(this.task.account);
      const { log } = this.#parts;
      return await withCall({ share: this.#share, ...(log ? { warn: warnOnce(log) } : {}) }, make);
    } catch (error) {
      if (signal.aborted) throw error;
      // The messages of SQLite and of our own errors contain no prompt.
      this.#parts.log?.(`generation failed: ${errorText(error)}`);
      return failedOutcome();
    } finally {
      slots.giveBack();
    }
  }

  #enterStage(stage: TaskStage): void {
    this.#stage = stage;
    if (this.#isDraining) this.drain();
  }

  /** A task that waited may find the balance used up. */
  async #isAffordable(signal: AbortSignal): Promise<boolean> {
    const { isFree, isAwaited, sent, isDeleted } = this.#options;
    if (isFree || isAwaited || sent !== undefined || isDeleted) return true;
    const { store, log } = this.#parts;
    const what = "the start of a task";
    return untilWritten(() => store.isAffordable(this.task.id), { signal, log, patience: endlessPatience, what });
  }

  #begin(): void {
    this.#hasBegun = true;
    this.#onBegun?.();
  }

  #emit(event: ResponseEvent): void {
    if (!this.#hasBegun) this.#begin();
    if (!this.#hasText && event.type === "response.output_text.delta") {
      this.#hasText = true;
      this.#parts.observer.firstText(this.#knownModel(), performance.now() - this.#begunAt);
    }
    if (this.#listener) this.#listener(event);
    else if (this.#options.isStreamed) this.#keptEvents.push(event);
  }

  async #finish(request: GenerationRequest, slots: Slots, onEnd: () => void): Promise<TaskOutcome> {
    const { store, log, recent } = this.#parts;
    try {
      let outcome: TaskOutcome;
      try {
        outcome = await this.#make(request, slots);
      } catch (error) {
        if (this.#deletion.signal.aborted || !this.#generation.signal.aborted) throw error;
        outcome = cancelledOutcome(this.task);
      }
      const { signal } = this.#deletion;
      await giveWay(outcome.usage?.output);
      signal.throwIfAborted();
      this.#parts.largeResults.note(this.task.model, outcome.files);
      const stored = await writeOutcome(store, this.task.id, outcome, { signal, log, onRetry: () => this.#release?.resolve() });
      await giveWay(outcome.usage?.output);
      recent.keep(stored.files);
      this.#reportEnd(stored);
      return stored;
    } catch (error) {
      const { signal } = this.#deletion;
      if (!signal.aborted) throw error;
      if ((this.#options.isQueued || !this.#parts.queue) && signal.reason instanceof LeftToOthers) await this.#giveBack();
      throw unknownTask();
    } finally {
      await this.#share?.close();
      onEnd();
    }
  }

  /** If this cannot be written, other services take the task over when this one has ended. */
  async #giveBack(): Promise<void> {
    await this.#parts.store.release(this.task.id).catch((error: unknown) => {
      this.#parts.log?.(`a task could not be given back: ${errorText(error)}`);
    });
  }

  #reportEnd({ status, usage, cost }: TaskOutcome): void {
    this.#parts.observer.endTask({
      id: this.task.id,
      cause: this.#cause.id,
      kind: this.task.kind,
      model: this.#knownModel(),
      status,
      inputTokens: usage?.input ?? 0,
      outputTokens: usage?.output ?? 0,
      cost: cost / millionths,
      milliseconds: performance.now() - this.#begunAt,
    });
  }

  #knownModel(): string | undefined {
    return this.#parts.catalogue.isKnown(this.task.model) ? this.task.model : undefined;
  }
}
