/** Turns an error into a message with the buttons that help, and logs the error. Loaded when the first error occurs. */

import * as vscode from "vscode";
import { describeError, type ErrorAction, type ErrorDescription, type ErrorFacts } from "../../client/errors/describeError.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { errorText } from "../../contract/errorText.ts";
import { DatabaseError, type DatabaseErrorKind } from "../../sqlite/databaseError.ts";
import { isCancellation } from "./isCancellation.ts";
import { log } from "./log.ts";
import { openAccountPage, openSetting } from "./openSetting.ts";
import { settings } from "./settings.ts";
import { withProgress } from "./withProgress.ts";

const { t } = vscode.l10n;

const extensionId = "generation-studio.generation-studio";

export interface ReportContext {
  /** Repeats the operation; without it, "Try Again" is not offered. */
  retry?: () => unknown;
  /** Lets the user choose another model and runs again; without it, the Models view is opened. */
  chooseModel?: () => unknown;
  /** Lets the user choose other options and runs again; without it, the log is offered. */
  changeOptions?: () => unknown;
  /** Lets the user choose another folder and saves there; without it, the task is shown. */
  saveElsewhere?: () => unknown;
  /** The `key` of the task that the error belongs to. */
  taskKey?: string;
  /** A sentence that says what follows from the error. */
  consequence?: string;
}

export type Button = [title: string, run: () => unknown];

export interface Message {
  severity: "error" | "warning" | "information";
  sentence: string;
  buttons: readonly Button[];
}

/** Returns undefined for an error that needs no message. */
export function messageOf(error: unknown, context: ReportContext): Message | undefined {
  if (isCancellation(error)) return undefined;
  if (error instanceof ServiceError) return messageOfFacts(error, context);
  if (error instanceof DatabaseError) return messageOfJournal(error, context);
  log.error("Unexpected", error);
  const text = errorText(error);
  return { severity: "error", sentence: t("Generation Studio: {0}", text), buttons: [showLog()] };
}

/** Like `messageOf`, for the error of a task. */
export function messageOfFacts(facts: ErrorFacts, context: ReportContext): Message {
  const description = describeError(facts, settings.isFree());
  log.warn(`${facts.kind}: ${facts.message}`);
  const { severity, sentence, action, alternative } = description;
  const actions = alternative === undefined ? [action] : [action, alternative];
  return { severity, sentence, buttons: actions.map((one) => buttonFor(one, description, { taskId: facts.taskId, ...context })) };
}

/** No task starts without the journal, because a paid task's id could be lost. So its errors are shown at once. */
function messageOfJournal(error: DatabaseError, { retry }: ReportContext): Message {
  const { commands } = vscode;
  log.error(error.message);
  const tryAgain: Button = retry === undefined ? showLog() : [t("Try Again"), retry];
  const kind: DatabaseErrorKind = error.kind;
  switch (kind) {
    case "newer": {
      const sentence = t(
        "The list of tasks was written by a newer version of Generation Studio. Update the extension to use it. The list was not changed.",
      );
      const show = () => commands.executeCommand("workbench.extensions.search", `@id:${extensionId}`);
      return { severity: "error", sentence, buttons: [[t("Show Extension"), show]] };
    }
    case "busy": {
      const sentence = t("Another window or program keeps the list locked, so nothing was changed or sent. Try again in a moment.");
      return { severity: "warning", sentence, buttons: [tryAgain] };
    }
    case "unusable": {
      const sentence = t("The list of tasks cannot be opened, so nothing can be generated: {0}", error.message);
      return { severity: "error", sentence, buttons: [tryAgain] };
    }
  }
}

function showLog(): Button {
  return [t("Show Log"), () => log.show()];
}

/** `taskId`: the id that the service reported. */
function buttonFor(action: ErrorAction, description: ErrorDescription, context: ReportContext & { taskId: string | undefined }): Button {
  const { commands } = vscode;
  const { retry, taskKey, taskId } = context;
  const showTask: Button =
    taskKey === undefined
      ? showLog()
      : [t("Show Task"), () => commands.executeCommand("generationStudio.showTaskDetails", { key: taskKey })];
  switch (action) {
    case "setKey":
      return [t("Set API Key…"), () => commands.executeCommand("generationStudio.setApiKey")];
    case "chooseModel":
      return [t("Choose Another Model…"), context.chooseModel ?? (() => commands.executeCommand("generationStudio.models.focus"))];
    case "changeOptions":
      return context.changeOptions === undefined ? showLog() : [t("Change Options…"), context.changeOptions];
    case "saveElsewhere":
      return context.saveElsewhere === undefined ? showTask : [t("Save Elsewhere…"), context.saveElsewhere];
    case "wait": {
      const milliseconds = description.waitMilliseconds ?? 0;
      return retry === undefined ? showLog() : [t("Try Again When Allowed"), () => waitAndRun(milliseconds, retry)];
    }
    case "openAccountPage":
      if (settings.isFree()) return [t("Refill Balance"), () => commands.executeCommand("generationStudio.refillBalance")];
      return [settings.accountPage() === "" ? t("Set Account Page…") : t("Open Account Page"), openAccountPage];
    case "tryAgain":
      return retry === undefined ? showLog() : [t("Try Again"), retry];
    case "showTask":
      return showTask;
    case "fetchAnswer":
      if (taskKey !== undefined) return showTask;
      return [
        t("Fetch Answer"),
        () => commands.executeCommand("generationStudio.openTaskById", { id: taskId, kind: "text", interface: "v1" }),
      ];
    case "openSettings":
      return [t("Open Settings"), () => openSetting("baseUrl")];
    case "showLog":
      return showLog();
  }
}

/** Shows the remaining time in a cancellable progress, then runs. */
async function waitAndRun(milliseconds: number, run: () => unknown): Promise<void> {
  const end = Date.now() + milliseconds;
  const title = "Generation Studio";
  const waited = await withProgress(
    title,
    (signal, show) =>
      new Promise<boolean>((resolve) => {
        const update = () => {
          const seconds = Math.ceil((end - Date.now()) / 1000);
          if (seconds <= 0) finish(true);
          else show(t("Trying again in {0} s", seconds));
        };
        const timer = setInterval(update, 1000);
        const finish = (whole: boolean) => {
          clearInterval(timer);
          resolve(whole);
        };
        signal.addEventListener("abort", () => finish(false));
        update();
      }),
  );
  if (waited) await run();
}
