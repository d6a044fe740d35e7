/** A request in; a task in the journal, sent at most once, with the service's id written down as soon as it is known, out. */
import { mkdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ServiceClient } from "../client/serviceClient.ts";
import { ServiceError } from "../client/serviceError.ts";
import type { Journal } from "./journal.ts";
import { messageOf, readFailure } from "./readFailure.ts";
import { makeTaskKey, modelOf, postTask, promptOf } from "./submitTask.ts";
import type { Task } from "./task.ts";
import type { Clock, SubmitOptions, TasksLog } from "./tasks.ts";

/** An id that the journal's disk refused is offered to it again after this time. */
const acceptAgainMilliseconds = 1000;
/** A window that closes waits so long for the answer to a POST that is on its way. */
const answerMilliseconds = 2000;

export interface SubmissionsOptions {
  journal: Journal;
  owner: string;
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  clock: Clock;
  log: TasksLog | undefined;
  /** The id is in the journal: the task can be followed. */
  onAccepted: (key: string, baseUrl: string) => void;
  /** Something was written to the journal. */
  onWritten: () => void;
}

export class Submissions {
  readonly #options: SubmissionsOptions;
  /** Accepted tasks whose ids are not in the journal yet, since its disk refused. */
  readonly #unwritten = new Map<string, () => void>();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: SubmissionsOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0 && this.#unwritten.size === 0;
  }

  /** @throws ServiceError; the task is in the journal all the same, unless the journal's own disk refused. */
  async submit(submission: SubmitOptions): Promise<Task> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Before the first word in the journal: a process without anything under way gives its tasks to others.
    this.#underWay.add(promise);
    try {
      return await this.#submit(submission);
    } finally {
      this.#underWay.delete(promise);
      resolve();
      this.#options.onWritten();
    }
  }

  /** Gives answers that are on their way a moment to arrive, and ids that are not written down a last try. */
  async close(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#underWay), delay(answerMilliseconds, undefined, { ref: false })]);
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const [key, write] of this.#unwritten) {
      try {
        write();
      } catch {
        this.#options.log?.warn(`The service's id of an accepted task could not be written down: ${key}`);
      }
    }
    this.#unwritten.clear();
  }

  async #submit(submission: SubmitOptions): Promise<Task> {
    const key = makeTaskKey(this.#options.clock.now());
    try {
      this.#writeDown(key, submission);
      this.#options.onWritten();
      return this.#accept(key, submission, await this.#send(submission));
    } catch (error) {
      const failure = readSubmissionError(error);
      this.#fail(key, failure);
      throw failure;
    }
  }

  #writeDown(key: string, { baseUrl, request, target, origin }: SubmitOptions): void {
    const { journal, owner, clock } = this.#options;
    const facts = { model: modelOf(request), prompt: promptOf(request), createdAt: clock.now() };
    journal.add({ key, baseUrl, request, target, origin: origin ?? {}, ...facts }, owner);
  }

  async #send({ baseUrl, request, target, signal }: SubmitOptions): Promise<string> {
    // Before anything is paid for: a folder that cannot be made refuses here.
    if (request.kind !== "text") await mkdir(target.folder, { recursive: true });
    const client = await this.#options.client(baseUrl);
    if (client === undefined) throw new ServiceError({ kind: "unreachable", message: "This service cannot be reached from here." });
    if (signal?.aborted) throw new ServiceError({ kind: "aborted", message: "Cancelled before it was sent." });
    try {
      return await postTask(client, request, signal === undefined ? {} : { signal });
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      // What is not known to be refused may have been accepted.
      throw new ServiceError({ kind: "unknown", message: messageOf(error), maybeAccepted: true, cause: error });
    }
  }

  #accept(key: string, { baseUrl }: SubmitOptions, id: string): Task {
    const { journal, owner, clock, log, onAccepted, onWritten } = this.#options;
    if (this.#isClosed)
      throw new ServiceError({ kind: "aborted", message: "The answer came after the end.", maybeAccepted: true, taskId: id });
    const acceptedAt = clock.now();
    const write = () => {
      journal.tasks.accept(key, id, acceptedAt, owner);
      this.#unwritten.delete(key);
      onAccepted(key, baseUrl);
      onWritten();
    };
    try {
      write();
    } catch (error) {
      log?.warn(`The journal of tasks refuses an id and is asked again: ${messageOf(error)}`);
      this.#unwritten.set(key, write);
      this.#writeLater();
    }
    const task = journal.tasks.get(key);
    if (task === undefined) throw new ServiceError({ kind: "notFound", message: "The task was removed while it was sent.", taskId: id });
    return this.#unwritten.has(key) ? { ...task, id, acceptedAt, state: "pending" } : task;
  }

  #writeLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const write of this.#unwritten.values()) {
        try {
          write();
        } catch {
          return this.#writeLater();
        }
      }
    }, acceptAgainMilliseconds);
  }

  #fail(key: string, failure: ServiceError): void {
    if (this.#isClosed) return;
    const { journal, clock, log } = this.#options;
    const state = failure.maybeAccepted ? "maybeAccepted" : "failed";
    try {
      journal.tasks.endSubmission(key, state, readFailure(failure), clock.now());
    } catch (error) {
      log?.warn(`The journal of tasks refuses: ${messageOf(error)}`);
    }
  }
}

/** Errors from before the POST: the journal, the folder, the client's making. */
export function readSubmissionError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { kind, message } = readFailure(error);
  return new ServiceError({ kind, message, cause: error });
}
