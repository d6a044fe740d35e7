/** Shows notifications with the button that helps. No other module notifies the user. */
import * as vscode from "vscode";
import { ServiceError } from "../client/serviceError.ts";
import { DatabaseError, type DatabaseErrorKind } from "../sqlite/databaseError.ts";
import { describeError, type ErrorAction, type ErrorDescription, type ErrorFacts } from "./describeError.ts";
import { log } from "./log.ts";
import { openAccountPage, openSetting } from "./openSetting.ts";
import { settings } from "./settings.ts";

const extensionId = "generation-studio.generation-studio";

const mentionMilliseconds = 5000;

export interface ReportContext {
  /** Runs the same thing once more; without it "Try Again" is not offered. */
  retry?: () => unknown;
  /** Lets the user choose another model and runs again; default: the Models view. */
  chooseModel?: () => unknown;
  /** Lets the user choose other options and runs again; without it the log is offered. */
  changeOptions?: () => unknown;
  /** Lets the user choose another folder and saves there; without it the task is shown. */
  saveElsewhere?: () => unknown;
  /** The `key` of the task that the error belongs to. */
  taskKey?: string;
}

/** Errors for which a person has nothing to do. */
export function isCancellation(error: unknown): boolean {
  if (error instanceof ServiceError) return error.kind === "aborted";
  return error instanceof vscode.CancellationError || (error instanceof Error && error.name === "AbortError");
}

function hasKind(error: unknown): error is ErrorFacts {
  return error instanceof ServiceError;
}

/** Tells the user about an error and runs the action that the user picks. Resolves when the message is gone; never rejects. */
export async function report(error: unknown, context: ReportContext = {}): Promise<void> {
  if (isCancellation(error)) return;
  if (hasKind(error)) return reportFacts(error, context);
  if (error instanceof DatabaseError) return reportJournal(error, context);
  log.error("Unexpected", error);
  const text = error instanceof Error ? error.message : String(error);
  await offer("error", vscode.l10n.t("Generation Studio: {0}", text), [vscode.l10n.t("Show Log"), () => log.show()]);
}

/** The same for the error of a task. */
export async function reportFacts(facts: ErrorFacts, context: ReportContext = {}): Promise<void> {
  const description = describeError(facts, vscode.l10n.t);
  log.warn(`${facts.kind}: ${facts.message}`);
  const { severity, sentence, action, alternative } = description;
  const actions = alternative === undefined ? [action] : [action, alternative];
  await offer(severity, sentence, ...actions.map((one) => buttonFor(one, description, context)));
}

/** Without its journal no task is begun: what a paid task's id is lost with, has to be said at once. */
async function reportJournal(error: DatabaseError, { retry }: ReportContext): Promise<void> {
  const { l10n, commands } = vscode;
  log.error(error.message);
  const kind: DatabaseErrorKind = error.kind;
  switch (kind) {
    case "newer": {
      const sentence = l10n.t(
        "The list of tasks was written by a newer version of Generation Studio. Update the extension to use it. The list was not changed.",
      );
      const show = () => commands.executeCommand("workbench.extensions.search", `@id:${extensionId}`);
      return offer("error", sentence, [l10n.t("Show Extension"), show]);
    }
    case "busy":
      return offer(
        "warning",
        l10n.t("Another window or program keeps the list locked, so nothing was changed or sent. Try again in a moment."),
        retry === undefined ? [l10n.t("Show Log"), () => log.show()] : [l10n.t("Try Again"), retry],
      );
    case "unusable": {
      const sentence = l10n.t("The list of tasks cannot be opened, so nothing can be generated: {0}", error.message);
      return retry === undefined
        ? offer("error", sentence, [l10n.t("Show Log"), () => log.show()])
        : offer("error", sentence, [l10n.t("Try Again"), retry]);
    }
  }
}

/** A setting cannot be used as it is: `message` names the location in it. */
export async function reportSetting(name: "providers", message: string): Promise<void> {
  log.warn(message);
  await offer("error", message, [vscode.l10n.t("Open Settings"), () => openSetting(name)]);
}

/** Something happened that a person should know, and need not act on. */
export async function warn(message: string): Promise<void> {
  log.warn(message);
  await offer("warning", message, [vscode.l10n.t("Show Log"), () => log.show()]);
}

/** Good news, with one button; resolves when the message is gone. */
export async function announce(message: string, ...button: [] | Button): Promise<void> {
  await offer("information", message, ...(button.length === 0 ? [] : [button]));
}

/** What the user has just asked for is done: a sentence in the status bar, for some seconds. */
export function mention(message: string): void {
  vscode.window.setStatusBarMessage(message, mentionMilliseconds);
}

/** A modal question with one way to say yes. */
export async function confirm(question: string, yes: string, detail?: string): Promise<boolean> {
  return (await choose(question, [yes], detail)) === yes;
}

/** A modal question with several answers, the first of which is the default; undefined: cancelled. */
export async function choose(question: string, answers: readonly string[], detail?: string): Promise<string | undefined> {
  const options = detail === undefined ? { modal: true } : { modal: true, detail };
  return vscode.window.showWarningMessage(question, options, ...answers);
}

/** A question with several answers that does not block; undefined: dismissed. */
export async function askAmong<const Answer extends string>(question: string, ...answers: Answer[]): Promise<Answer | undefined> {
  return vscode.window.showInformationMessage(question, ...answers);
}

type Button = [title: string, run: () => unknown];

function buttonFor(action: ErrorAction, description: ErrorDescription, context: ReportContext): Button {
  const { l10n, commands } = vscode;
  const { retry, taskKey } = context;
  const showLog: Button = [l10n.t("Show Log"), () => log.show()];
  const showTask: Button =
    taskKey === undefined
      ? showLog
      : [l10n.t("Show Task"), () => commands.executeCommand("generationStudio.showTaskDetails", { key: taskKey })];
  switch (action) {
    case "setKey":
      return [l10n.t("Set API Key…"), () => commands.executeCommand("generationStudio.setApiKey")];
    case "chooseModel":
      return [l10n.t("Choose Another Model…"), context.chooseModel ?? (() => commands.executeCommand("generationStudio.models.focus"))];
    case "changeOptions":
      return context.changeOptions === undefined ? showLog : [l10n.t("Change Options…"), context.changeOptions];
    case "saveElsewhere":
      return context.saveElsewhere === undefined ? showTask : [l10n.t("Save Elsewhere…"), context.saveElsewhere];
    case "wait": {
      const milliseconds = description.waitMilliseconds ?? 0;
      return retry === undefined ? showLog : [l10n.t("Try Again When Allowed"), () => waitAndRun(milliseconds, retry)];
    }
    case "openAccountPage":
      if (settings.baseUrl() === "" && settings.hasOnlyDemo())
        return [l10n.t("Refill Balance"), () => commands.executeCommand("generationStudio.refillBalance")];
      return [settings.accountPage() === "" ? l10n.t("Set Account Page…") : l10n.t("Open Account Page"), openAccountPage];
    case "tryAgain":
      return retry === undefined ? showLog : [l10n.t("Try Again"), retry];
    case "showTask":
      return showTask;
    case "openSettings":
      return [l10n.t("Open Settings"), () => openSetting("baseUrl")];
    case "showLog":
      return showLog;
  }
}

async function offer(severity: "error" | "warning" | "information", message: string, ...buttons: Button[]): Promise<void> {
  const show = {
    error: vscode.window.showErrorMessage,
    warning: vscode.window.showWarningMessage,
    information: vscode.window.showInformationMessage,
  }[severity];
  const picked = await show(message, ...buttons.map(([title]) => title));
  const button = buttons.find(([title]) => title === picked);
  if (button === undefined) return;
  try {
    await button[1]();
  } catch (error) {
    await report(error);
  }
}

/** Counts the time down in a cancellable progress, then runs. */
async function waitAndRun(milliseconds: number, run: () => unknown): Promise<void> {
  const end = Date.now() + milliseconds;
  const waited = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Generation Studio", cancellable: true },
    (progress, token) =>
      new Promise<boolean>((resolve) => {
        const update = () => {
          const seconds = Math.ceil((end - Date.now()) / 1000);
          if (seconds <= 0) finish(true);
          else progress.report({ message: vscode.l10n.t("Trying again in {0} s", seconds) });
        };
        const timer = setInterval(update, 1000);
        const finish = (whole: boolean) => {
          clearInterval(timer);
          resolve(whole);
        };
        token.onCancellationRequested(() => finish(false));
        update();
      }),
  );
  if (waited) await run();
}
