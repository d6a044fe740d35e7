/** Shows notifications with the buttons that help. No other module notifies the user. Nothing of a name or an error in them acts. */
import * as vscode from "vscode";
import type { ErrorFacts } from "../../client/errors/describeError.ts";
import { plainMessage } from "../../contract/plainMessage.ts";
import type { Button, Message, ReportContext } from "./errorMessage.ts";
import { log } from "./log.ts";
import { openSetting } from "./openSetting.ts";

const mentionMilliseconds = 5000;

/** Shows an error to the user and runs the action that the user picks. Resolves when the message is closed. */
export async function report(error: unknown, context: ReportContext = {}): Promise<void> {
  const { messageOf } = await import("./errorMessage.ts");
  const message = messageOf(error, context);
  if (message === undefined) return;
  const { consequence } = context;
  await offer(consequence === undefined ? message : { ...message, sentence: `${message.sentence} ${consequence}` });
}

/** Like `report`, for the error of a task. */
export async function reportFacts(facts: ErrorFacts, context: ReportContext = {}): Promise<void> {
  const { messageOfFacts } = await import("./errorMessage.ts");
  await offer(messageOfFacts(facts, context));
}

/** Shows that the setting of providers is invalid; `message` names the location in it. */
export async function reportProviders(message: string): Promise<void> {
  log.warn(message);
  await offer({ severity: "error", sentence: message, buttons: [[vscode.l10n.t("Open Settings"), () => openSetting("providers")]] });
}

/** Warns, with the button that helps; by default that is the log. */
export async function warn(message: string, ...button: [] | Button): Promise<void> {
  log.warn(message);
  const help: Button = button.length === 0 ? [vscode.l10n.t("Show Log"), () => log.show()] : button;
  await offer({ severity: "warning", sentence: message, buttons: [help] });
}

/** Shows good news, with at most one button; resolves when the message is closed. */
export async function announce(message: string, ...button: [] | Button): Promise<void> {
  await offer({ severity: "information", sentence: message, buttons: button.length === 0 ? [] : [button] });
}

/** Confirms in the status bar, for some seconds, that what the user asked for is done. */
export function mention(message: string): void {
  vscode.window.setStatusBarMessage(plainMessage(message), mentionMilliseconds);
}

/** A modal question with one button besides Cancel. */
export async function confirm(question: string, yes: string, detail?: string): Promise<boolean> {
  return (await choose(question, [yes], detail)) === yes;
}

/** A modal question with several answers, the first of which is the default; undefined: cancelled. */
export async function choose(question: string, answers: readonly string[], detail?: string): Promise<string | undefined> {
  const options = detail === undefined ? { modal: true } : { modal: true, detail: plainMessage(detail) };
  return vscode.window.showWarningMessage(plainMessage(question), options, ...answers);
}

/** A question with several answers, as a notification that is not modal; undefined: dismissed. */
export async function askAmong<const Answer extends string>(question: string, ...answers: Answer[]): Promise<Answer | undefined> {
  return vscode.window.showInformationMessage(plainMessage(question), ...answers);
}

/** An error with several ways to go on; undefined: dismissed. */
export async function askAboutError<const Answer extends string>(sentence: string, ...answers: Answer[]): Promise<Answer | undefined> {
  log.warn(sentence);
  return vscode.window.showErrorMessage(plainMessage(sentence), ...answers);
}

async function offer({ severity, sentence, buttons }: Message): Promise<void> {
  const show = {
    error: vscode.window.showErrorMessage,
    warning: vscode.window.showWarningMessage,
    information: vscode.window.showInformationMessage,
  }[severity];
  const picked = await show(plainMessage(sentence), ...buttons.map(([title]) => title));
  const button = buttons.find(([title]) => title === picked);
  if (button === undefined) return;
  try {
    await button[1]();
  } catch (error) {
    await report(error);
  }
}
