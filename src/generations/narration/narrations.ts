/**
 * Narrates dialogues. A dialogue is a task of the journal whose turns are tasks of their own, all recorded before the first is sent. So each turn
 * is sent and billed once, whichever process ends, and what has no result is asked for again alone. When all turns are there, their sounds are
 * joined, and the file is saved like any other.
 */

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { ownSentences } from "../../client/errors/ownSentences.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { errorText } from "../../contract/errorText.ts";
import { inEnglish } from "../../contract/translate.ts";
import type { PollOutcome } from "../following/readPoll.ts";
import type { Journal } from "../journal/journal.ts";
import type { NewTask } from "../journal/taskTable.ts";
import { createNewTask } from "../newTask.ts";
import { checkTarget } from "../saving/saveArtifacts.ts";
import { readSendError, type SentTask, type TaskSender } from "../sending/taskSender.ts";
import type { SpokenTurn } from "../spokenTurn.ts";
import type { SubmitOptions } from "../submitOptions.ts";
import { type FollowedTask, isRunning, type Task } from "../task.ts";
import type { Clock, TasksLog } from "../taskEnvironment.ts";
import { toTaskError } from "../toTaskError.ts";
import { turnKey } from "../turnKeys.ts";
import { joinTurns } from "./joinTurns.ts";

/** Turns of one dialogue that the service generates at the same time. */
const mostAtOnce = 3;

export interface NarrationsOptions {
  /** Of the journal. */
  folder: string;
  journal: Journal;
  owner: string;
  sender: Pick<TaskSender, "sendTurn">;
  clock: Clock;
  log: TasksLog | undefined;
  /** This process owns the task, which is due after `delay` milliseconds. */
  follow: (task: FollowedTask, delay: number) => void;
}

export class Narrations {
  readonly #options: NarrationsOptions;
  readonly #folder: string;
  /** The dialogues whose turns this process was asked to send. What is left when a window has closed is sent only if the user asks again. */
  readonly #wanted = new Set<string>();

  constructor(options: NarrationsOptions) {
    this.#options = options;
    this.#folder = join(options.folder, "turns");
  }

  /** Records a dialogue, or continues the unfinished one with the same turns. @throws the journal's error; then nothing is sent. */
  begin(options: SubmitOptions, turns: readonly SpokenTurn[]): SentTask {
    const { journal, clock } = this.#options;
    const task = createNewTask(options, clock.now());
    const left = this.#findUnfinished(task, turns);
    const key = left?.key ?? task.key;
    this.#wanted.add(key);
    const record = (check?: () => void) =>
      journal.write(() => {
        check?.();
        if (left === undefined) this.#add(task, turns);
        else this.#continue(left, options);
      }, options.signal);
    const written = options.admit === undefined ? record() : options.admit(record);
    const recorded = written.catch((error: unknown) => {
      this.#wanted.delete(key);
      throw readSendError(error);
    });
    const sent = recorded.then(
      () => this.#start({ ...task, key }),
      () => undefined,
    );
    return { key, recorded, sent };
  }

  /** What the next step of a dialogue has led to; undefined: the task is none. `makeFolder`: for the joined file. */
  async advance(task: Task, makeFolder: () => Promise<string>): Promise<PollOutcome | undefined> {
    const turns = this.#options.journal.tasks.turnsOf(task.key);
    if (turns.length === 0) return undefined;
    const saved = turns.filter(({ state }) => state === "saved").length;
    const running = turns.filter(isRunning).length;
    const unsent = turns.filter(isUnsent);
    const failed = turns.filter((turn) => turn.state !== "saved" && !isRunning(turn) && !isUnsent(turn));
    const isSending = failed.length === 0 && unsent.length > 0 && this.#wanted.has(task.key);
    if (isSending) for (const turn of unsent.slice(0, Math.max(0, mostAtOnce - running))) this.#options.sender.sendTurn(turn);
    if (isSending || running > 0) {
      const progress = { percent: Math.floor((100 * saved) / turns.length) };
      return { type: "waiting", state: undefined, progress, retryAfter: undefined };
    }
    this.#wanted.delete(task.key);
    const [first] = failed;
    if (first !== undefined) return describeFailed(first, failed, turns);
    if (unsent.length > 0) return { type: "failed", error: interrupted(saved, turns.length) };
    const joined = await joinTurns(task, turns, await makeFolder());
    if ("outcome" in joined) return joined.outcome;
    await this.#fetchAgain(joined.lost);
    return { type: "waiting", state: undefined, progress: undefined, retryAfter: undefined };
  }

  /** Sends no more turns. @returns the keys of those that are being generated. */
  stop(key: string): string[] {
    this.#wanted.delete(key);
    return this.#options.journal.tasks.turnsOf(key).flatMap((turn) => (isRunning(turn) ? [turn.key] : []));
  }

  /** Removes the recordings of turns, which are in the joined file. */
  async clear(key: string): Promise<void> {
    await rm(join(this.#folder, key), { recursive: true, force: true }).catch((error: unknown) =>
      this.#options.log?.warn(`Recordings of turns could not be removed: ${errorText(error)}`),
    );
  }

  /** The same for dialogues that are saved or were removed from the journal. */
  async sweep(): Promise<void> {
    for (const key of await readdir(this.#folder).catch(() => [])) {
      const task = this.#options.journal.tasks.get(key);
      if (task === undefined || task.state === "saved") await this.clear(key);
    }
  }

  #findUnfinished(task: NewTask, turns: readonly SpokenTurn[]): Task | undefined {
    const { tasks } = this.#options.journal;
    const planned = turns.map(({ request }) => toJson(request));
    return tasks.unfinishedDialogues(task).find(
      ({ key, request }) =>
        !this.#wanted.has(key) &&
        isDeepStrictEqual(toJson(request), toJson(task.request)) &&
        isDeepStrictEqual(
          tasks.turnsOf(key).map((turn) => toJson(turn.request)),
          planned,
        ),
    );
  }

  #add(task: NewTask, turns: readonly SpokenTurn[]): void {
    const { journal, owner } = this.#options;
    journal.tasks.add(task, owner, "processing");
    for (const [position, { title, request }] of turns.entries()) {
      const target = { folder: join(this.#folder, task.key), pattern: String(position + 1).padStart(5, "0") };
      const turn = createNewTask({ baseUrl: task.baseUrl, request, target, origin: { title } }, task.createdAt);
      journal.tasks.add({ ...turn, key: turnKey(task.key, position) }, null, "cancelled", "turn");
    }
  }

  /** Turns that the service has are fetched, those without a result are sent again. */
  #continue({ key }: Task, { target }: SubmitOptions): void {
    const { tasks } = this.#options.journal;
    if (typeof target === "function" || !tasks.continueDialogue(key, this.#options.owner, target))
      throw new ServiceError({ kind: "aborted", message: "Another window continues this dialogue." });
    for (const turn of tasks.turnsOf(key)) {
      const isKept = turn.id !== undefined && (turn.state === "stopped" || turn.state === "unsaved");
      if (isKept) this.#resume(turn);
      else tasks.resetTurn(turn.key);
    }
  }

  #resume(turn: Task): void {
    const { journal, owner, follow } = this.#options;
    if (journal.tasks.resume(turn.key, owner, ["stopped", "unsaved", "saved"], turn.target)) follow(turn, 0);
  }

  async #fetchAgain(lost: readonly Task[]): Promise<void> {
    await this.#options.journal.write(() => {
      for (const turn of lost) this.#resume(turn);
    });
  }

  /** The folder is checked before anything is billed. */
  async #start(task: NewTask): Promise<Task | undefined> {
    const { journal, owner, clock, follow } = this.#options;
    const { key, baseUrl } = task;
    try {
      await checkTarget(task);
      follow({ key, baseUrl, acceptedAt: undefined }, 0);
    } catch (error) {
      this.#wanted.delete(key);
      await journal.write(() => journal.tasks.finish(key, owner, "failed", toTaskError(readSendError(error)), clock.now()));
    }
    return undefined;
  }
}

/** As the journal keeps it: without fields that are undefined. */
const toJson = (value: object): unknown => JSON.parse(JSON.stringify(value));

function isUnsent({ state, id }: Task): boolean {
  return state === "cancelled" && id === undefined;
}

function describeFailed(first: Task, failed: readonly Task[], turns: readonly Task[]): PollOutcome {
  const position = turns.indexOf(first) + 1;
  const error = first.error ?? { kind: "unknown", message: inEnglish(ownSentences.taskEnded, first.state) };
  return {
    type: "failed",
    error: { ...error, message: inEnglish(ownSentences.turnFailed, position, turns.length, error.message) },
    mayBeBilled: failed.some(({ state }) => state === "maybeAccepted"),
  };
}

function interrupted(saved: number, count: number) {
  return { kind: "unknown", message: inEnglish(ownSentences.windowClosed, saved, count) } as const;
}
