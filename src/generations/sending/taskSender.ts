/** Sends each request at most once, and records the service's id as soon as it is known. */

import { setTimeout as delay } from "node:timers/promises";
import { abortedError } from "../../client/http/pause.ts";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { errorText } from "../../contract/errorText.ts";
import { requireClient } from "../endOnService.ts";
import type { UsedTask } from "../following/finishFiles.ts";
import type { NewTask } from "../journal/taskTable.ts";
import { createNewTask } from "../newTask.ts";
import { checkTarget } from "../saving/saveArtifacts.ts";
import type { SpokenTurn } from "../spokenTurn.ts";
import type { SubmitOptions } from "../submitOptions.ts";
import type { Task } from "../task.ts";
import { type HandleOptions, stopOnAbort } from "../taskHandle.ts";
import type { TaskHandle } from "../tasks.ts";
import { toTaskError } from "../toTaskError.ts";
import { SendingRecord, type SendingRecordOptions } from "./sendingRecord.ts";
import { submitAnnounced } from "./submitAnnounced.ts";

/** How long a closing window waits for the answer to a POST. */
const answerMilliseconds = 2000;

export interface TaskSenderOptions extends SendingRecordOptions {
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  /** Records a dialogue, whose turns are sent instead. */
  beginDialogue: (options: SubmitOptions, turns: readonly SpokenTurn[]) => SentTask;
  createHandle: (key: string, sent: Pick<HandleOptions, "recorded" | "sent">) => TaskHandle;
  /** By task key: the tasks whose files are used in memory. */
  used: Map<string, UsedTask>;
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
  readonly #record: SendingRecord;
  /** By task key: tasks that wait for the journal, and POSTs in progress. */
  readonly #underWay = new Map<string, UnderWay>();

  constructor(options: TaskSenderOptions) {
    this.#options = options;
    this.#record = new SendingRecord(options);
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#record.isEmpty;
  }

  /** See `SendingTasks`. */
  readonly submit = (options: SubmitOptions): TaskHandle => {
    const { beginDialogue, createHandle, used } = this.#options;
    const { signal, unsent, request, target, turns } = options;
    if (signal?.aborted || unsent?.aborted) throw abortedError();
    try {
      const { key, recorded, sent } = turns === undefined ? this.#sendNew(options) : beginDialogue(options, turns);
      const handle = createHandle(key, { recorded, sent });
      if (signal !== undefined) stopOnAbort(handle, signal);
      if (typeof target === "function") {
        used.set(key, { request, use: target });
        const forget = () => used.delete(key);
        handle.end().then(forget, forget);
      }
      return handle;
    } catch (error) {
      throw readSendError(error);
    }
  };

  /** @throws the journal's error; then nothing is sent. */
  #sendNew(options: SubmitOptions): SentTask {
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
    await this.#record.close();
  }

  async #send(task: NewTask, signal: AbortSignal, unsent: AbortSignal | undefined): Promise<Task | undefined> {
    const { key, baseUrl } = task;
    try {
      return this.#record.accept(key, baseUrl, await this.#post(task, signal, unsent));
    } catch (error) {
      return this.#record.fail(key, readSendError(error));
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
