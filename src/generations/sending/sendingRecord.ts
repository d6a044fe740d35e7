/** Records how the service has answered the POST of a task. */
import type { ServiceError } from "../../client/serviceError.ts";
import { errorText } from "../../contract/errorText.ts";
import { RefusedWrites } from "../../sqlite/refusedWrites.ts";
import type { Journal } from "../journal/journal.ts";
import type { FollowedTask, Task } from "../task.ts";
import type { Clock, TasksLog } from "../taskEnvironment.ts";
import { toTaskError } from "../toTaskError.ts";

/** A write that the journal's disk refused is repeated after this time. */
const writeAgainMilliseconds = 1000;

export interface SendingRecordOptions {
  journal: Journal;
  owner: string;
  clock: Clock;
  log: TasksLog | undefined;
  /** The id is in the journal, so the task can be followed. */
  onAccepted: (task: FollowedTask) => void;
  /** The answer to a POST is in the journal, or the task is not sent. */
  onDone: () => void;
}

/** Methods never reject. They return the task with the answer, recorded or not; undefined if it cannot be read either. */
export class SendingRecord {
  readonly #options: SendingRecordOptions;
  /** By task key: writes of answers. */
  readonly #refused = new RefusedWrites(writeAgainMilliseconds);
  #isClosed = false;

  constructor(options: SendingRecordOptions) {
    this.#options = options;
  }

  /** Whether no write waits to be repeated. */
  get isEmpty(): boolean {
    return this.#refused.isEmpty;
  }

  accept(key: string, baseUrl: string, id: string): Promise<Task | undefined> {
    const { journal, owner, clock, onAccepted } = this.#options;
    const acceptedAt = clock.now();
    return this.#write(key, { id, acceptedAt, state: "pending" }, async () => {
      await journal.write(() => journal.tasks.accept(key, id, acceptedAt, owner));
      onAccepted({ key, baseUrl, acceptedAt });
    });
  }

  fail(key: string, serviceError: ServiceError): Promise<Task | undefined> {
    const { journal, clock } = this.#options;
    const state = serviceError.maybeAccepted ? "maybeAccepted" : "failed";
    const error = toTaskError(serviceError);
    const finishedAt = clock.now();
    return this.#write(key, { state, error, finishedAt }, () =>
      journal.write(() => journal.tasks.endSending(key, state, error, finishedAt)),
    );
  }

  /** Tries once more to write what was refused. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const key of await this.#refused.close())
      this.#options.log?.warn(`The service's answer for a task could not be written to the journal: ${key}`);
  }

  /** Repeats the write if the journal's disk refuses. */
  async #write(key: string, answer: Partial<Task>, write: () => Promise<void>): Promise<Task | undefined> {
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
