/** Sends each request at most once, and records the service's id as soon as it is known. */

import { setTimeout as delay } from "node:timers/promises";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { errorText } from "../../contract/errorText.ts";
import { RefusedWrites } from "../../sqlite/refusedWrites.ts";
import { requireClient } from "../endOnService.ts";
import type { Journal } from "../journal/journal.ts";
import type { NewTask } from "../journal/taskTable.ts";
import { createNewTask } from "../newTask.ts";
import { checkTarget } from "../saving/saveArtifacts.ts";
import type { SubmitOptions } from "../submitOptions.ts";
import type { FollowedTask, Task } from "../task.ts";
import type { Clock, TasksLog } from "../taskEnvironment.ts";
import { toTaskError } from "../toTaskError.ts";
import { submitAnnounced } from "./submitAnnounced.ts";

/** A write that the journal's disk refused is repeated after this time. */
const writeAgainMilliseconds = 1000;
/** How long a closing window waits for the answer to a POST. */
const answerMilliseconds = 2000;

export interface TaskSenderOptions {
  journal: Journal;
  owner: string;
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  clock: Clock;
  log: TasksLog | undefined;
  /** The id is in the journal, so the task can be followed. */
  onAccepted: (task: FollowedTask) => void;
  /** The answer to a POST is in the journal, or the task is not sent. */
  onDone: () => void;
}

interface UnderWay {
  controller: AbortController;
  recorded: Promise<void>;
  isRecorded: boolean;
  done: Promise<unknown>;
}

export interface SentTask {
  key: string;
  /** Resolves when the task is in the journal. Rejects with ServiceError if it was never recorded; then nothing was sent. */
  recorded: Promise<void>;
  /**
   * Resolves with the task when the service has answered, or cannot; never rejects. undefined: the task was removed or never recorded, or
   * the journal cannot be read.
   */
  sent: Promise<Task | undefined>;
}

export class TaskSender {
  readonly #options: TaskSenderOptions;
  /** By task key: writes of answers. */
  readonly #refused = new RefusedWrites(writeAgainMilliseconds);
  /** By task key: tasks that wait for the journal, and POSTs in progress. */
  readonly #underWay = new Map<string, UnderWay>();
  #isClosed = false;

  constructor(options: TaskSenderOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#refused.isEmpty;
  }

  /** @throws the journal's error; then nothing is sent. */
  submit(options: SubmitOptions): SentTask {
    const { journal, owner, clock } = this.#options;
    const newTask = createNewTask(options, clock.now());
    const { unsent } = options;
    const write = (signal: AbortSignal) => {
      const unrecorded = unsent === undefined ? signal : AbortSignal.any([signal, unsent]);
      const record = (check?: () => void) =>
        journal.write(() => {
          check?.();
          journal.tasks.add(newTask, owner);
        }, unrecorded);
      return options.admit === undefined ? record() : options.admit(record);
    };
    return this.#begin(newTask, write, unsent);
  }

  /** Sends a turn of a dialogue, which is in the journal, unless it was sent before. */
  sendTurn(turn: Task): void {
    const { journal, owner } = this.#options;
    if (this.#underWay.has(turn.key)) return;
    const write = (signal: AbortSignal) =>
      journal.write(() => {
        if (!journal.tasks.sendTurn(turn.key, owner)) throw cancelledError();
      }, signal);
    this.#begin(turn, write).recorded.catch(() => undefined);
  }

  /** @throws what `write` throws; then nothing is sent. */
  #begin(newTask: NewTask, write: (signal: AbortSignal) => Promise<void>, unsent?: AbortSignal): SentTask {
    const { onDone } = this.#options;
    const { key } = newTask;
    const controller = new AbortController();
    const { signal } = controller;
    const recorded = write(signal).catch((error: unknown) => {
      throw signal.aborted || unsent?.aborted ? cancelledError() : readSendError(error);
    });
    const sent = recorded
      .then(
        () => {
          underWay.isRecorded = true;
          return this.#send(newTask, signal, unsent);
        },
        () => undefined,
      )
      .finally(() => {
        this.#underWay.delete(key);
        onDone();
      });
    const underWay: UnderWay = { controller, recorded, isRecorded: false, done: sent };
    this.#underWay.set(key, underWay);
    return { key, recorded, sent };
  }

  /** Resolves when a task that waits for the journal, or whose POST is in progress, is recorded; undefined for any other task. */
  recorded(key: string): Promise<void> | undefined {
    return this.#underWay.get(key)?.recorded;
  }

  /**
   * Aborts a POST that the service has not answered, also in the pause before it is sent again. @returns its end; undefined if there is no
   * such POST. If the service has answered already, the answer waits for the journal and is written before the end.
   */
  cancel(key: string): Promise<unknown> | undefined {
    const sending = this.#underWay.get(key);
    sending?.controller.abort();
    return sending?.done;
  }

  /** Aborts tasks that are not in the journal, waits briefly for answers to POSTs in progress, and tries once more to record ids. */
  async close(): Promise<void> {
    for (const { controller, isRecorded } of this.#underWay.values()) if (!isRecorded) controller.abort();
    await Promise.race([
      Promise.allSettled([...this.#underWay.values()].map(({ done }) => done)),
      delay(answerMilliseconds, undefined, { ref: false }),
    ]);
    this.#isClosed = true;
    for (const key of await this.#refused.close())
      this.#options.log?.warn(`The service's answer for a task could not be written to the journal: ${key}`);
  }

  async #send(task: NewTask, signal: AbortSignal, unsent: AbortSignal | undefined): Promise<Task | undefined> {
    const { key, baseUrl } = task;
    try {
      return this.#accept(key, baseUrl, await this.#post(task, signal, unsent));
    } catch (error) {
      return this.#fail(key, readSendError(error));
    }
  }

  async #post(task: NewTask, signal: AbortSignal, unsent: AbortSignal | undefined): Promise<string> {
    const { baseUrl, request } = task;
    await checkTarget(task);
    const client = await requireClient(this.#options.client, baseUrl);
    if (signal.aborted || unsent?.aborted) throw cancelledError();
    try {
      return await submitAnnounced(client, request, { signal, unsent });
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      // Unless it is known to be refused, the request may have been accepted.
      throw new ServiceError({ kind: "unknown", message: errorText(error), maybeAccepted: true, cause: error });
    }
  }

  #accept(key: string, baseUrl: string, id: string): Promise<Task | undefined> {
    const { journal, owner, clock, onAccepted } = this.#options;
    const acceptedAt = clock.now();
    return this.#record(key, { id, acceptedAt, state: "pending" }, async () => {
      await journal.write(() => journal.tasks.accept(key, id, acceptedAt, owner));
      onAccepted({ key, baseUrl, acceptedAt });
    });
  }

  #fail(key: string, serviceError: ServiceError): Promise<Task | undefined> {
    const { journal, clock } = this.#options;
    const state = serviceError.maybeAccepted ? "maybeAccepted" : "failed";
    const error = toTaskError(serviceError);
    const finishedAt = clock.now();
    return this.#record(key, { state, error, finishedAt }, () =>
      journal.write(() => journal.tasks.endSending(key, state, error, finishedAt)),
    );
  }

  /**
   * Records an answer, and repeats the write if the journal's disk refuses. Never rejects. @returns the task with the answer, recorded or not;
   * undefined if it cannot be read either.
   */
  async #record(key: string, answer: Partial<Task>, write: () => Promise<void>): Promise<Task | undefined> {
    const { log, onDone } = this.#options;
    if (this.#isClosed) return undefined;
    const writeOnce = async () => {
      await write();
      this.#refused.delete(key);
      onDone();
    };
    try {
      await writeOnce();
    } catch (error) {
      log?.warn(`An answer could not be written to the journal of tasks and will be written again: ${errorText(error)}`);
      this.#refused.add(key, writeOnce);
      const task = this.#read(key);
      return task && { ...task, ...answer };
    }
    return this.#read(key);
  }

  /** undefined: the task was removed, or the journal cannot be read, which those that wait for the task find out themselves. */
  #read(key: string): Task | undefined {
    try {
      return this.#options.journal.tasks.get(key);
    } catch {
      return undefined;
    }
  }
}

/** Converts an error from before the POST: of the journal, the folder or the client's creation. */
export function readSendError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { kind, message } = toTaskError(error);
  return new ServiceError({ kind, message, cause: error });
}

function cancelledError(): ServiceError {
  return new ServiceError({ kind: "aborted", message: "Cancelled before it was sent." });
}
