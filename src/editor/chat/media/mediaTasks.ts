/** Starts the tasks of `/image`, `/audio` and `/video`, and reports the state of a conversation's tasks to the panel. */

import path from "node:path";
import * as vscode from "vscode";
import type { PanelTask, PanelTaskFile, TaskAction } from "../../../chat/messages/panelTask.ts";
import type { MediaCommand } from "../../../chat/request/mediaCommand.ts";
import { describeError } from "../../../client/errors/describeError.ts";
import type { LibraryEntry } from "../../../generations/library/library.ts";
import { errorFactsOf, isLeft, isRunning, type Task } from "../../../generations/task.ts";
import type { Tasks } from "../../../generations/tasks.ts";
import { hasTextOnly } from "../../artifacts/announceText.ts";
import { chooseTarget } from "../../artifacts/chooseTarget.ts";
import { openArtifacts } from "../../artifacts/showArtifacts.ts";
import type { TaskOrigin } from "../../artifacts/taskOrigin.ts";
import { findUnheardSound } from "../../artifacts/unheardSound.ts";
import { artifactUri } from "../../base/artifactUri.ts";
import { uriExists } from "../../base/existence.ts";
import { isCancellation } from "../../base/isCancellation.ts";
import { announce, report, reportFacts } from "../../base/report.ts";
import { settings } from "../../base/settings.ts";
import { askForRequests } from "../../requests/budget.ts";
import { buildTaskRequest, resultsOf } from "../../requests/buildTaskRequest.ts";
import { chooseRequestOptions, mayRun } from "../../requests/chooseRequestOptions.ts";
import { chooseNewSpeakers } from "../../requests/chooseSpeakers.ts";
import { fillRequestForm } from "../../requests/form/fillRequestForm.ts";
import type { FormSource } from "../../requests/form/formRequest.ts";
import { countTurns } from "../../requests/planNarration.ts";
import { describeLeft, describeRunning, errorSentence } from "../../showing/describeTask.ts";
import type { ChatPage } from "../chatPage.ts";

const { t } = vscode.l10n;

export interface HowToStart {
  /** undefined: the user's usual one. */
  model?: string | undefined;
  /** Shows the form for the model and options. */
  change?: boolean;
}

export interface MediaTasks extends vscode.Disposable {
  /**
   * Resolves with the task when it is in the journal; undefined: the user cancelled a question, and nothing is sent. `references`:
   * addresses of images.
   */
  start(command: MediaCommand, references: string[], how: HowToStart): Promise<Task | undefined>;
  /** Reports the task to the panel now, and whenever it changes. */
  watch(key: string): Promise<void>;
  /** Called when the panel is hidden. */
  unwatch(): void;
}

const commands = {
  stop: "stopTask",
  cancel: "cancelTask",
  follow: "followTask",
  saveAgain: "saveTaskAgain",
  details: "showTaskDetails",
} as const satisfies Partial<Record<TaskAction, string>>;

/** Runs the same command as the Tasks view. */
export async function actOnTask(key: string, action: keyof typeof commands): Promise<void> {
  await vscode.commands.executeCommand(`generationStudio.${commands[action]}`, { key });
}

export function createMediaTasks(runner: FormSource, page: Pick<ChatPage, "addressOf" | "pushWhenReady">): MediaTasks {
  const watched = new Set<string>();
  /** By task key. If two reports for a task are prepared at the same time, only the later one is sent. */
  const versions = new Map<string, number>();
  let unsubscribe: (() => void) | undefined;

  async function send(key: string, task: Task | undefined): Promise<void> {
    const version = (versions.get(key) ?? 0) + 1;
    versions.set(key, version);
    const described =
      task === undefined ? describeMissing(key) : await describeTask(await runner.tasks(), task, page, runner.state.imageActions());
    if (versions.get(key) === version && watched.has(key)) page.pushWhenReady({ type: "task", task: described });
  }

  function reportEnd(task: Task): void {
    // The panel already shows it.
    if (watched.has(task.key)) return;
    const uris = task.artifacts.map(artifactUri);
    const [first] = uris;
    if (first !== undefined) {
      void announce(t("{0} is finished.", path.posix.basename(first.path)), t("Open"), () => openArtifacts(uris));
      return;
    }
    const facts = errorFactsOf(task);
    if (facts !== undefined) void reportFacts(facts, { taskKey: task.key });
  }

  return {
    async start({ kind, prompt }, references, { model, change = false }) {
      const given = { references, ...(model === undefined ? {} : { model }) };
      const options = change
        ? (await fillRequestForm(runner, { kind, prompts: [], given, isOne: true }))?.options
        : await chooseRequestOptions(runner, kind, { given });
      if (options === undefined) return undefined;
      const request = buildTaskRequest(prompt, options);
      const requests = countTurns(runner, request) * resultsOf(options.choices);
      if (!(await mayRun(kind, [options.model], requests, false)) || !(await chooseNewSpeakers(runner, [request]))) return undefined;
      const target = await chooseTarget(kind, { text: prompt });
      if (target === undefined) return undefined;
      const allowance = await askForRequests(runner, [request]);
      if (allowance === undefined) return undefined;
      const { state } = runner;
      const { baseUrl } = await runner.connection();
      await state.rememberChoices(kind, { ...state.lastChoices(kind), model: options.model, choices: options.choices });
      const recorded = Promise.withResolvers<Task>();
      const started = { baseUrl, request, target, origin: { type: "command" } satisfies TaskOrigin };
      const generations = await runner.generations(allowance);
      generations.run(started, recorded.resolve).then(reportEnd, (error: unknown) => {
        recorded.reject(error);
        if (!isCancellation(error)) void report(error);
      });
      return recorded.promise.catch(() => undefined);
    },
    async watch(key) {
      watched.add(key);
      const tasks = await runner.tasks();
      // The panel may have been hidden or closed meanwhile.
      if (!watched.has(key)) return;
      unsubscribe ??= tasks.onChange((change) => {
        if (watched.has(change.key)) void send(change.key, change.task);
      });
      await send(key, tasks.get(key));
    },
    unwatch: () => watched.clear(),
    dispose() {
      watched.clear();
      unsubscribe?.();
    },
  };
}

function describeMissing(key: string): PanelTask {
  return { key, state: "ended", note: t("This task is not in the list of tasks any more."), files: [], actions: [] };
}

/** `announced`: the context keys of what a model can do with images. */
async function describeTask(
  tasks: Pick<Tasks, "canCancel" | "library">,
  task: Task,
  page: Pick<ChatPage, "addressOf">,
  announced: readonly string[],
): Promise<PanelTask> {
  const { key } = task;
  if (isRunning(task)) {
    const progress = task.progress === undefined ? {} : { progress: task.progress };
    return {
      key,
      state: "running",
      note: describeRunning(task),
      files: [],
      actions: [tasks.canCancel(task) ? "cancel" : "stop", "details"],
      ...progress,
    };
  }
  if (task.state !== "saved") return describeEnd(task);
  if (hasTextOnly(task)) {
    return {
      key,
      state: "ended",
      note: t("The service answered with a text instead of a file: {0}", task.text),
      files: [],
      actions: ["details"],
    };
  }
  const files = await Promise.all(tasks.library.madeBy(key).map((entry) => describeFile(entry, page)));
  const saved = { key, state: "saved" as const, files, announced: [...announced] };
  if (task.error === undefined) return { ...saved, note: "", actions: ["details"] };
  return { ...saved, note: errorSentence(task), actions: ["saveAgain", "details"] };
}

/** A file that was moved or deleted is not shown here; opening it searches for it. */
async function describeFile({ artifact, number }: LibraryEntry, page: Pick<ChatPage, "addressOf">): Promise<PanelTaskFile> {
  const uri = artifactUri(artifact);
  const file = { number, name: path.posix.basename(uri.path), uri: uri.toString(), mediaType: artifact.mediaType };
  const isLoadable = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  if (!isLoadable || !(await uriExists(uri))) return file;
  const unheard = await findUnheardSound(uri);
  return { ...file, source: page.addressOf(uri), ...(unheard === undefined ? {} : { unheard }) };
}

function describeEnd(task: Task): PanelTask {
  const { key } = task;
  const facts = errorFactsOf(task);
  const help = facts === undefined ? undefined : describeError(facts).action;
  return {
    key,
    state: "ended",
    note: isLeft(task) ? describeLeft(task) : errorSentence(task),
    files: [],
    actions: actionsFor(task),
    ...(help === "setKey" || (help === "openAccountPage" && settings.accountPage() !== "") || help === "openSettings" ? { help } : {}),
  };
}

/** A task that may have been billed cannot be sent again from here. */
function actionsFor({ state, id }: Task): TaskAction[] {
  switch (state) {
    case "failed":
      return ["retry", "change", "details"];
    case "unsaved":
      return ["saveAgain", "details"];
    case "cancelled":
      return ["details"];
    case "stopped":
    case "expired":
      return id === undefined ? ["details"] : ["follow", "details"];
    case "submitting":
    case "maybeAccepted":
    case "pending":
    case "processing":
    case "delivering":
    case "saved":
      return ["details"];
  }
}
