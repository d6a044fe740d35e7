/** Polls an accepted task once, or saves what was received of it, and records the outcome in the journal. */

import { invalidFileCode } from "../../client/errors/ownCodes.ts";
import type { PollOptions, ServiceClient, TaskPoll } from "../../client/serviceClient.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { errorText } from "../../contract/errorText.ts";
import type { Progress } from "../../contract/progress.ts";
import { toDiskError } from "../diskError.ts";
import type { Journal } from "../journal/journal.ts";
import type { ReceivedFiles } from "../saving/receivedFiles.ts";
import { saveArtifacts } from "../saving/saveArtifacts.ts";
import type { ResultFacts, Task, TaskError } from "../task.ts";
import type { Clock, Delivery } from "../taskEnvironment.ts";
import type { TasksOptions } from "../tasks.ts";
import { toTaskError } from "../toTaskError.ts";
import { type FinishOptions, finishFiles } from "./finishFiles.ts";
import { type CompletedPoll, isEmptyResult, type PollOutcome, readAccount, readPoll } from "./readPoll.ts";

export interface TaskWorkOptions extends FinishOptions {
  journal: Journal;
  owner: string;
  received: ReceivedFiles;
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  delivery: Delivery | undefined;
  /** By task key: what was asked for texts whose requests are not in the journal. */
  asked: ReadonlyMap<string, unknown>;
  narrations: {
    /** What the next step of a dialogue has led to; undefined: the task is none. `makeFolder`: for the joined file. */
    advance(task: Task, makeFolder: () => Promise<string>): Promise<PollOutcome | undefined>;
    /** Removes what a saved dialogue no longer needs. */
    clear(key: string): Promise<void>;
  };
  clock: Clock;
  /** See TasksOptions. */
  reportsProgress: TasksOptions["reportsProgress"];
  /** A poll of a task that is not finished has reported how far it is; undefined: nothing. */
  onProgress: (key: string, progress: Progress | undefined) => void;
  /** A task is not followed any more. */
  onDone: () => void;
  /** This process cannot reach a task's service, although others may. */
  onUnreachable: (baseUrl: string) => void;
}

/** What to do next with a task. */
export type NextStep =
  /** It has ended, or this process no longer owns it. */
  | { type: "end" }
  | { type: "workAgain" }
  /** The journal's disk refuses writes. */
  | { type: "waitForJournal" }
  /** `retryAfter`: what the service asks for, in milliseconds. */
  | { type: "wait"; pollError: PollError | undefined; retryAfter: number | undefined; held?: Held | undefined };

/** The service has waited before it answered. `isChanged`: because the task's state changed. */
interface Held {
  isChanged: boolean;
}

/** The received files are to be saved under their names. */
interface SaveStep {
  type: "save";
  task: Task;
}

interface PollError {
  /** The task ends if the service reports the same again. A service may not know a task immediately after accepting it. */
  isFinal: boolean;
}

interface WorkContext {
  signal: AbortSignal;
  /** Called before a poll that the service may answer late. false: too many such polls are under way. */
  hold(): boolean;
}

export class TaskWork {
  readonly #options: TaskWorkOptions;

  constructor(options: TaskWorkOptions) {
    this.#options = options;
  }

  /**
   * Never rejects. `isDoubted`: the last poll returned an error that ends the task if it is returned again. `signal` aborts a poll, after
   * which nothing is written, but not a save.
   */
  async run(key: string, isDoubted: boolean, { signal, hold }: WorkContext): Promise<NextStep> {
    try {
      const step = await this.#pollOrSave(key, { signal, hold });
      return step.type === "save" ? await this.#save(step.task) : step;
    } catch (error) {
      if (signal.aborted) return { type: "end" };
      return await this.#noteError(key, error, isDoubted).catch((journalError: unknown) => {
        this.#options.log?.warn(`The journal of tasks could not be read or written: ${errorText(journalError)}`);
        return { type: "waitForJournal" };
      });
    }
  }

  async #pollOrSave(key: string, { signal, hold }: WorkContext): Promise<NextStep | SaveStep> {
    const { journal, owner, received } = this.#options;
    const task = journal.tasks.get(key);
    if (task === undefined || !journal.owners.owns(owner, key)) return { type: "end" };
    if (journal.intents.of(key).length > 0) return { type: "save", task };
    if (task.id === undefined) return this.#narrate(task);
    const client = await this.#options.client(task.baseUrl);
    if (client === undefined) {
      await journal.write(() => journal.owners.giveBack(key, owner));
      this.#options.onUnreachable(task.baseUrl);
      return { type: "end" };
    }
    const folder = await received.makeFolder(key);
    let step: NextStep | SaveStep | undefined;
    try {
      const wait = client.longestWait > 0 && hold() ? client.longestWait : 0;
      const request = this.#options.used.get(key)?.request ?? task.request;
      const poll = await pollOnce(client, task, folder, {
        signal,
        // The follower does the waiting, so that its limits apply to every request.
        attempts: 1,
        taskRequest: () => this.#options.asked.get(key) ?? request.body,
        asksProgress: task.state !== "stopped" && this.#options.reportsProgress?.(task.baseUrl, task.model) === true,
        wait,
      });
      signal.throwIfAborted();
      const account = "status" in poll ? readAccount(poll.status) : undefined;
      if (account !== undefined) await journal.accounts.set(task.baseUrl, account);
      step = await this.#act(task, readPoll(poll), poll.isHeld);
      return step;
    } finally {
      if (step?.type !== "save") await received.discard(key);
    }
  }

  /** What has no id of its own is a dialogue, whose turns have. */
  async #narrate(task: Task): Promise<NextStep | SaveStep> {
    const { received, narrations } = this.#options;
    let step: NextStep | SaveStep | undefined;
    try {
      const outcome = await narrations.advance(task, () => received.makeFolder(task.key));
      step = outcome === undefined ? { type: "end" } : await this.#act(task, outcome, false);
      return step;
    } finally {
      if (step?.type !== "save" && step?.type !== "wait") await received.discard(task.key);
    }
  }

  async #act(task: Task, outcome: PollOutcome, isHeld: boolean): Promise<NextStep | SaveStep> {
    switch (outcome.type) {
      case "waiting": {
        const state = task.state === "stopped" ? task.state : (outcome.state ?? "processing");
        this.#options.onProgress(task.key, outcome.progress);
        const isChanged = state !== task.state;
        if (isChanged || task.error !== undefined) await this.#noteProgress(task, state, undefined);
        return { type: "wait", pollError: undefined, retryAfter: outcome.retryAfter, held: isHeld ? { isChanged } : undefined };
      }
      case "failed":
        if (outcome.facts !== undefined) await this.#keepPart(task, outcome.facts);
        return this.#finish(task, outcome.mayBeBilled ? "maybeAccepted" : "failed", outcome.error);
      case "completed": {
        if (task.state === "stopped") return this.#settle(task, outcome);
        if (isEmptyResult(task.kind, outcome.facts, outcome.files)) {
          return this.#finish(task, "failed", { kind: "badAnswer", message: "The service says completed, but sent nothing." });
        }
        const result = await finishFiles(this.#options, task, outcome);
        if ("kind" in result) return this.#finish(task, "failed", result);
        const facts = this.#inUnit(task, outcome.facts);
        const isMine = await this.#options.journal.receive(task.key, this.#options.owner, { ...result, facts });
        return isMine ? { type: "save", task } : { type: "end" };
      }
    }
  }

  /** The user does not want the result; only its cost is recorded. */
  async #settle(task: Task, { facts }: CompletedPoll): Promise<NextStep> {
    const { journal, owner, clock } = this.#options;
    await journal.write(() => journal.tasks.settle(task.key, owner, this.#inUnit(task, facts), clock.now()));
    return { type: "end" };
  }

  /** What there is of a text that failed. */
  async #keepPart(task: Task, facts: ResultFacts): Promise<void> {
    await this.#options.journal.receive(task.key, this.#options.owner, {
      facts: this.#inUnit(task, facts),
      intents: [],
      missing: undefined,
    });
  }

  /** Not in a unit that the service names: its costs could then count towards no budget. */
  #inUnit({ baseUrl, model }: Task, facts: ResultFacts): ResultFacts {
    return { ...facts, cost: facts.cost && { ...facts.cost, unit: this.#options.journal.costs.unitOf(baseUrl, model) } };
  }

  async #save(task: Task): Promise<NextStep> {
    const { journal, owner, clock, received, delivery } = this.#options;
    if (task.target.uri !== undefined && !delivery?.reaches(task.target.uri) && journal.intents.of(task.key).length > 0) {
      await journal.write(() => journal.owners.giveBack(task.key, owner));
      return { type: "end" };
    }
    try {
      const artifacts = await saveArtifacts(journal, task, delivery);
      if (artifacts === undefined) {
        await journal.write(() => journal.intents.remove(task.key));
        return { type: "workAgain" };
      }
      if (await journal.save(task.key, owner, artifacts, clock.now())) {
        await received.clear(task.key);
        await this.#options.narrations.clear(task.key);
      }
      return { type: "end" };
    } catch (error) {
      const refusal = toDiskError(error);
      if (refusal === undefined) throw error;
      return this.#finish(task, "unsaved", refusal);
    }
  }

  /**
   * A failed poll does not end a task, unless this machine's disk refuses its files, or a second poll confirms a permanent error.
   * The task's age does not matter: this machine's clock may be wrong, and only the service knows what it keeps.
   */
  async #noteError(key: string, error: unknown, isDoubted: boolean): Promise<NextStep> {
    const { journal, log } = this.#options;
    const pollError = toTaskError(error);
    log?.debug(`A poll failed (${pollError.kind}); the task will be polled again.`);
    const task = journal.tasks.get(key);
    if (task === undefined) return { type: "end" };
    if (pollError.kind === "disk" && task.state !== "stopped") return this.#finish(task, "unsaved", pollError);
    if (isFinal(pollError) && isDoubted) return this.#finish(task, pollError.kind === "notFound" ? "expired" : "failed", pollError);
    const isNew = task.error?.kind !== pollError.kind || task.error.message !== pollError.message;
    if (isNew && !(await this.#noteProgress(task, task.state, pollError))) return { type: "end" };
    const retryAfter = error instanceof ServiceError ? error.retryAfterMilliseconds : undefined;
    return { type: "wait", pollError: { isFinal: isFinal(pollError) }, retryAfter };
  }

  #noteProgress(task: Task, state: Task["state"], error: TaskError | undefined): Promise<boolean> {
    const { journal, owner } = this.#options;
    return journal.write(() => journal.tasks.noteProgress(task.key, owner, state, error));
  }

  async #finish(task: Task, state: "failed" | "expired" | "unsaved" | "maybeAccepted", error: TaskError): Promise<NextStep> {
    const { journal, owner, clock } = this.#options;
    const finishedAt = clock.now();
    await journal.write(() => journal.tasks.finish(task.key, owner, state, error, finishedAt));
    return { type: "end" };
  }
}

/** Also a text of v1 is fetched like a task, e.g. because its stream broke. @throws ServiceError */
function pollOnce(
  client: ServiceClient,
  { interface: version, kind, id = "" }: Task,
  folder: string,
  options: PollOptions,
): Promise<TaskPoll> {
  if (version === "v2") return client.pollV2(id, folder, options);
  return kind === "text" ? client.pollResponse(id, options) : client.pollMedia(kind, id, folder, options);
}

/** Whether the service reports that the task itself is gone, or that its result cannot be read. */
function isFinal({ kind, code }: TaskError): boolean {
  return kind === "notFound" || kind === "invalidRequest" || code === invalidFileCode;
}
