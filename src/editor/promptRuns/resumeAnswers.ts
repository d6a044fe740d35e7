/** Writes the rest of answers to prompt documents that another window, or this one before a reload, was writing into files. */
import path from "node:path";
import * as vscode from "vscode";
import { type LeftText, LeftTexts } from "../../generations/leftTexts.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { announce, report } from "../base/report.ts";
import { untilWindowAnswers } from "../service/windowOfAnswer.ts";
import { AnswerEditor } from "./answerEditor.ts";
import { type AnswerOrigin, readAnswerOrigin } from "./answerOrigin.ts";
import { receiveAnswer } from "./receiveAnswer.ts";
import { endedAnswers } from "./restoreRuns.ts";
import { PromptRun, type RunRegister } from "./runRegister.ts";

const { t } = vscode.l10n;

interface ResumingParts {
  register: RunRegister;
}

export function resumeAnswers({ register }: ResumingParts, tasks: Tasks): LeftTexts<AnswerOrigin> {
  return new LeftTexts({
    tasks,
    readOrigin(recorded) {
      const origin = readAnswerOrigin(recorded);
      const isBusy = origin !== undefined && register.of(vscode.Uri.parse(origin.document))?.isRunning === true;
      return isBusy ? undefined : origin;
    },
    receive: (text) => receive(register, tasks, text),
    untilWindowAnswers,
    report: (error) => void report(error),
  });
}

async function receive(register: RunRegister, tasks: Tasks, { key, origin, generation, claim }: LeftText<AnswerOrigin>): Promise<void> {
  const { answers } = tasks;
  const prompt = vscode.Uri.parse(origin.document, true);
  const file = vscode.Uri.parse(origin.file, true);
  const isLast = (register.of(prompt)?.startedAt ?? 0) <= origin.startedAt;
  const run = isLast
    ? register.start(prompt, origin.total, origin.startedAt)
    : new PromptRun(origin.total, origin.startedAt, () => undefined);
  run.signal.addEventListener("abort", () => void tasks.stop(key).catch(report));
  try {
    for (const { outcome } of endedAnswers(answers, origin.document, origin.startedAt)) run.count(outcome);
    run.setPhase("writing");
    if ((await claim()) === undefined) return;
    const answer = await AnswerEditor.reopen(file, origin.heading);
    const outcome = await receiveAnswer(generation, { prompt, stated: origin.stated, answer, answers, run });
    if (outcome?.failed === false && !isShown(file)) void announceAnswer(file);
  } finally {
    run.end();
  }
}

function isShown(file: vscode.Uri): boolean {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === file.toString());
}

async function announceAnswer(file: vscode.Uri): Promise<void> {
  const message = t("The rest of the answer has arrived: {0}", path.posix.basename(file.path));
  await announce(message, t("Show"), () => vscode.commands.executeCommand("vscode.open", file, vscode.ViewColumn.Beside));
}
