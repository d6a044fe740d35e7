/** Opens the durable tasks of a folder, which all processes that use the folder share. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { errorText } from "../contract/errorText.ts";
import type { TaskRequest } from "../contract/wireRequest.ts";
import { AdoptedTasks } from "./adoptedTasks.ts";
import { cancelOnService, deleteOnService, requireClient } from "./endOnService.ts";
import type { UsedTask } from "./following/finishFiles.ts";
import { Follower } from "./following/follower.ts";
import { firstDelayMilliseconds } from "./following/pollSchedule.ts";
import { readAccount } from "./following/readPoll.ts";
import { ReportedProgress } from "./following/reportedProgress.ts";
import {
  type Generation,
  isStreamed,
  type KeptTextOptions,
  requireTarget,
  type StartOptions,
  type StreamedText,
  type TextOptions,
} from "./generation.ts";
import { findStatusId, mostLookedThrough } from "./journal/findStatusId.ts";
import { Journal } from "./journal/journal.ts";
import { JournalWatch } from "./journal/journalWatch.ts";
import { Takeover } from "./journal/takeover.ts";
import type { Library } from "./library/library.ts";
import { filesChanged } from "./library/workspaceFileTable.ts";
import { Narrations } from "./narration/narrations.ts";
import { ReceivedFiles } from "./saving/receivedFiles.ts";
import { KeptTexts } from "./sending/keptTexts.ts";
import { startText } from "./sending/startText.ts";
import { readSendError, TaskSender } from "./sending/taskSender.ts";
import { startTask, toGeneration } from "./startTask.ts";
import { type ArtifactTarget, type FollowedTask, isRunning, type Task } from "./task.ts";
import type { Clock } from "./taskEnvironment.ts";
import { createTaskHandle, type HandleOptions, removedError } from "./taskHandle.ts";
import { makeTaskKey } from "./taskKey.ts";
import { TaskListeners } from "./taskListeners.ts";
import type { ArtifactQuery, TaskFilter, TaskQuery } from "./taskQuery.ts";
import type { SendingTasks, TaskChange, TaskHandle, Tasks, TasksOptions } from "./tasks.ts";
import { dialogueOf, isTurn } from "./turnKeys.ts";

const journalName = "tasks.sqlite";
const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() };

/**
 * Opens the journal in `folder`, takes over the tasks of dead processes, and watches the journal.
 * @throws DatabaseError when the journal was written by a newer version or cannot be used.
 */
export async function openTasks(options: TasksOptions): Promise<SendingTasks> {
  // Other users must not read prompts.
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const journal = await Journal.open(join(options.folder, journalName), options.log, options.unitOf);
  return new DurableTasks(options, journal);
}

class DurableTasks implements SendingTasks {
  readonly notices: readonly string[];
  readonly accounts: Tasks["accounts"];
  readonly adopt: Tasks["adopt"];
  readonly fetch: Tasks["fetch"];
  readonly answers: Tasks["answers"];
  readonly costs: Tasks["costs"];
  readonly library: Library;
  readonly submit: SendingTasks["submit"];
  readonly #options: TasksOptions;
  readonly #now: () => number;
  readonly #journal: Journal;
  readonly #sender: TaskSender;
  readonly #texts: KeptTexts;
  readonly #narrations: Narrations;
  readonly #takeover: Takeover;
  readonly #follower: Follower;
  readonly #watch: JournalWatch;
  readonly #received: ReceivedFiles;
  readonly #listeners: TaskListeners;
  readonly #used = new Map<string, UsedTask>();
  readonly #progress = new ReportedProgress((key) => this.#listeners.notify(key));
  readonly #fileListeners: TaskListeners;
  readonly #lookListeners = new Set<() => void>();
  readonly #closing = new AbortController();

  constructor(options: TasksOptions, journal: Journal) {
    this.#options = options;
    const { log, client, folder } = options;
    const clock = options.clock ?? systemClock;
    this.#now = () => clock.now();
    this.#journal = journal;
    this.notices = journal.notice === undefined ? [] : [journal.notice];
    this.accounts = journal.accounts;
    this.answers = journal.answers;
    this.costs = journal.costs;
    this.library = journal.library;
    this.#listeners = new TaskListeners({ get: (key) => this.get(key), log });
    this.#fileListeners = new TaskListeners({ get: () => undefined, log });
    this.#received = new ReceivedFiles(folder, this.#journal.owner.id, log);
    const { delivery, originOf, signing, reportsProgress } = options;
    const common = {
      journal: this.#journal,
      owner: this.#journal.owner.id,
      client,
      delivery,
      clock,
      log,
      onDone: () => this.#releaseIfIdle(),
    };
    const follow = (task: FollowedTask, delay = firstDelayMilliseconds) => this.#follower.follow(task, delay);
    const adopted = new AdoptedTasks({
      journal,
      now: this.#now,
      handle: (key) => this.handle(key),
      follow: (task) => {
        this.#follower.drop(task.key);
        follow(task, 0);
      },
      followAgain: (key) => this.follow(key),
      look: () => this.#takeover.look(),
      markAwaited: (key) => this.#listeners.markAwaited(key),
    });
    this.adopt = (id, adoptOptions) => adopted.adopt(id, adoptOptions);
    this.fetch = (answer, fetchOptions) => adopted.fetch(answer, fetchOptions);
    this.#sender = new TaskSender({
      ...common,
      used: this.#used,
      beginDialogue: (given, turns) => this.#narrations.begin(given, turns),
      createHandle: (key, sent) => {
        this.#listeners.markAwaited(key);
        return this.#createHandle(key, sent);
      },
      onAccepted: follow,
    });
    this.submit = this.#sender.submit;
    this.#texts = new KeptTexts({ ...common, onUnfinished: follow });
    this.#narrations = new Narrations({ ...common, folder, sender: this.#sender, follow });
    this.#follower = new Follower({
      ...common,
      narrations: this.#narrations,
      received: this.#received,
      used: this.#used,
      asked: adopted.asked,
      originOf,
      signing,
      reportsProgress,
      onProgress: (key, progress) => this.#progress.note(key, progress),
      onUnreachable: (baseUrl) => this.#takeover.markUnreachable(baseUrl),
    });
    this.#takeover = new Takeover({
      ...common,
      owner: this.#journal.owner,
      onClaimed: (task) => this.#follower.follow(task, 0),
      onProcesses: (count) => this.#follower.shareWith(count),
    });
    this.#watch = new JournalWatch({
      journal: this.#journal,
      path: join(folder, journalName),
      log,
      // A dialogue waits for its turns, which are no tasks of their own elsewhere.
      onChanged: (key) =>
        isTurn(key) ? this.#follower.wake(dialogueOf(key)) : (key === filesChanged ? this.#fileListeners : this.#listeners).notify(key),
      onLook: () => {
        this.#takeover.look();
        for (const listener of this.#lookListeners) listener();
      },
      isNeeded: () => !this.#listeners.isEmpty || !this.#fileListeners.isEmpty || this.#journal.tasks.hasUnsettled(),
    });
    this.#takeover.look();
    this.#sweepReceived();
  }

  resume(key: string): Generation {
    return toGeneration(this.handle(key));
  }

  async start(request: StreamedText | TaskRequest, options: TextOptions | KeptTextOptions | StartOptions): Promise<Generation> {
    if (!isStreamed(request)) return startTask(this.submit, request, requireTarget(options));
    const client = () => requireClient(this.#options.client, options.baseUrl);
    const report = (error: unknown) => this.#options.log?.warn(`An answer could not be recorded: ${errorText(error)}`);
    const source = { client, records: async () => this, report };
    const key = ("key" in options ? options.key : undefined) ?? makeTaskKey(this.#now());
    const isKept = "keptIn" in options || options.origin !== undefined;
    return isKept ? this.#texts.start(source, key, request, options) : startText(source, key, request, options);
  }

  handle(key: string): TaskHandle {
    const recorded = this.#sender.recorded(key);
    return this.#createHandle(key, recorded === undefined ? {} : { recorded });
  }

  get(key: string): Task | undefined {
    const task = this.#journal.tasks.getListed(key);
    return task && this.#progress.addTo(task);
  }

  /** Also one that is not listed. */
  #find(key: string): Task | undefined {
    const task = this.#journal.tasks.get(key);
    return task && this.#progress.addTo(task);
  }

  list(query: TaskQuery = {}): Task[] {
    return this.#journal.tasks.list(query).map((task) => this.#progress.addTo(task));
  }

  count(query: TaskFilter = {}): number {
    return this.#journal.tasks.count(query);
  }

  findByArtifact(artifact: ArtifactQuery): Task | undefined {
    return this.#journal.tasks.findByArtifact(artifact);
  }

  async delete(key: string, signal?: AbortSignal): Promise<void> {
    await Promise.all([this.#sender.cancel(key), this.#texts.stop(key)]);
    const task = this.#require(key);
    for (const one of [...this.#journal.tasks.turnsOf(key), task]) await deleteOnService(this.#options.client, one, signal);
    await this.forget(key);
  }

  async forget(key: string): Promise<void> {
    for (const turn of this.#narrations.stop(key)) await this.forget(turn);
    await this.#writeEnd(key, () => this.#journal.tasks.remove(key));
    await Promise.all([this.#sender.cancel(key), this.#texts.stop(key)]);
    await this.#received.clear(key);
    await this.#narrations.clear(key);
  }

  async forgetAll(query: TaskFilter): Promise<number> {
    const count = await this.#journal.write(() => this.#journal.tasks.removeEnded(query));
    this.#sweepReceived();
    return count;
  }

  async stop(key: string): Promise<void> {
    const streaming = this.#texts.stop(key);
    if (streaming !== undefined) return streaming;
    for (const turn of this.#narrations.stop(key)) await this.stop(turn);
    const sending = this.#sender.cancel(key);
    if (sending !== undefined) {
      await sending;
      if (this.#find(key)?.id === undefined) return;
    }
    const task = this.#find(key);
    if (task !== undefined && isRunning(task) && this.canCancel(task) && (await cancelOnService(this.#options, task))) {
      await this.#writeEnd(key, () => this.#journal.tasks.cancel(key, this.#now()));
      await this.refreshAccount(task.baseUrl).catch(() => {});
      return;
    }
    await this.#writeEnd(key, () => this.#journal.tasks.stop(key, this.#now()));
    // Some process goes on asking for it, until its cost is known.
    this.#takeover.look();
  }

  canCancel({ baseUrl, model, id, state }: Pick<Task, "baseUrl" | "model" | "id" | "state">): boolean {
    if (id === undefined) return state === "submitting";
    return state !== "delivering" && this.#options.endsDeleted?.(baseUrl, model) === true;
  }

  async follow(key: string): Promise<void> {
    const task = this.#require(key);
    const isOurs = await this.#journal.write(() =>
      this.#journal.tasks.resume(key, this.#journal.owner.id, ["stopped", "expired"], task.target),
    );
    if (!isOurs) return;
    this.#follower.drop(key);
    this.#follower.follow(task, 0);
  }

  pollNow(): void {
    this.#follower.pollNow();
  }

  async saveAgain(key: string, target?: ArtifactTarget, hasLostFiles = false): Promise<TaskHandle> {
    const task = this.#require(key);
    const chosen = target ?? task.target;
    const from = hasLostFiles ? ["unsaved" as const, "saved" as const] : ["unsaved" as const];
    if (!from.some((state) => state === task.state)) return this.handle(key);
    try {
      if (chosen.folder !== undefined) await mkdir(chosen.folder, { recursive: true });
      const isOurs = await this.#journal.write(() => this.#journal.tasks.resume(key, this.#journal.owner.id, from, chosen));
      if (isOurs) this.#follower.follow(task, 0);
    } catch (error) {
      throw readSendError(error);
    }
    this.#listeners.markAwaited(key);
    return this.handle(key);
  }

  async refreshAccount(baseUrl: string): Promise<void> {
    const id = findStatusId(this.list({ limit: mostLookedThrough }), baseUrl, this.#now());
    if (id === undefined) return;
    const client = await this.#options.client(baseUrl);
    const account = client && readAccount(await client.readV2Status(id, { attempts: 1 }));
    if (account === undefined || this.#closing.signal.aborted) return;
    await this.#journal.accounts.set(baseUrl, account);
  }

  onChange(listener: (change: TaskChange) => void): () => void {
    return this.#addListener(this.#listeners, listener);
  }

  onFilesChange(listener: () => void): () => void {
    return this.#addListener(this.#fileListeners, listener);
  }

  onLook(listener: () => void): () => void {
    this.#lookListeners.add(listener);
    return () => this.#lookListeners.delete(listener);
  }

  #addListener(listeners: TaskListeners, listener: (change: TaskChange) => void): () => void {
    const remove = listeners.add(listener);
    this.#watch.adjust();
    return () => {
      remove();
      this.#watch.adjust();
    };
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#watch.close();
    await this.#takeover.close();
    await Promise.all([this.#follower.close(), this.#sender.close(), this.#texts.close()]);
    await this.#releaseTasks("release");
    await this.#journal.close();
  }

  /** The task is followed until its end is written: if the journal refuses, it continues. */
  async #writeEnd(key: string, work: () => void): Promise<void> {
    await this.#journal.write(work);
    this.#follower.drop(key);
    this.#releaseIfIdle();
  }

  /** Releases ownership when this process has no work left. */
  #releaseIfIdle(): void {
    const isIdle = this.#follower.isIdle && this.#sender.isIdle && this.#texts.isIdle && this.#takeover.isIdle;
    if (isIdle && !this.#closing.signal.aborted) void this.#releaseTasks("releaseIdle");
  }

  /** A task stays owned if the journal's disk refused to write its end. */
  async #releaseTasks(release: "release" | "releaseIdle"): Promise<void> {
    const { owners } = this.#journal;
    const now = this.#now();
    try {
      if (owners.list().includes(this.#journal.owner.id)) await this.#journal.write(() => owners[release](this.#journal.owner.id, now));
    } catch (error) {
      this.#options.log?.warn(`The journal of tasks could not be written: ${errorText(error)}`);
    }
  }

  #createHandle(key: string, submitted: Pick<HandleOptions, "recorded" | "sent">): TaskHandle {
    return createTaskHandle({
      key,
      get: (one) => this.#find(one),
      onChange: (listener) => this.onChange(listener),
      stop: () =>
        void this.stop(key).catch((error: unknown) => this.#options.log?.warn(`A task could not be stopped: ${errorText(error)}`)),
      closing: this.#closing.signal,
      ...submitted,
    });
  }

  #sweepReceived(): void {
    const isNeeded = (key: string) => this.#closing.signal.aborted || this.#isUnfinished(key);
    this.#received
      .sweep(isNeeded)
      .catch((error: unknown) => this.#options.log?.warn(`Temporary folders could not be removed: ${errorText(error)}`));
    void this.#narrations.sweep();
  }

  #isUnfinished(key: string): boolean {
    const task = this.#find(key);
    return task !== undefined && (isRunning(task) || task.state === "unsaved");
  }

  #require(key: string): Task {
    const task = this.get(key);
    if (task === undefined) throw removedError();
    return task;
  }
}
