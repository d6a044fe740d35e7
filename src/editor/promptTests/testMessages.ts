/** Describes the outcome of tests for the user. */

import * as vscode from "vscode";
import { translateMessage } from "../../client/errors/ownSentences.ts";
import { formatOfName, hasProperty } from "../../contract/fileFormats.ts";
import type { Assertion } from "../../prompt/assertions/assertion.ts";
import { findAssertion } from "../../prompt/assertions/assertions.ts";
import type { TestedAnswer } from "../../prompt/assertions/testedAnswer.ts";
import type { Verdict } from "../../prompt/testing/judgeAnswer.ts";
import type { PaidJudgement, RepetitionEnd } from "../../promptTests/runTests.ts";
import { escapeMarkdown } from "../base/escapeMarkdown.ts";
import { resolvePath } from "../prompts/promptPaths.ts";
import { formatAmount } from "../showing/formatAmount.ts";

const { t } = vscode.l10n;

/**
 * Shows files next to each other, and texts of several lines as a diff: of one line, VS Code shows "66 != at most 40" instead of the sentence.
 * A rubric is not an expected text.
 */
export function writeMessage(
  text: string,
  document: vscode.Uri,
  { name }: Pick<Assertion, "name">,
  { difference, compared }: Verdict,
): vscode.TestMessage {
  if (compared !== undefined) {
    const shown = new vscode.MarkdownString(escapeMarkdown(text));
    const expected = resolvePath(document, compared.expected);
    const actual = compared.actual === undefined ? undefined : vscode.Uri.file(compared.actual);
    const files = [
      ...(expected === undefined ? [] : [showFile(t("expected"), expected)]),
      ...(actual === undefined ? [] : [showFile(t("generated"), actual)]),
    ];
    shown.appendMarkdown(`\n\n${files.join(" ")}`);
    return new vscode.TestMessage(shown);
  }
  if (difference === undefined || findAssertion(name)?.asks === "judge") return new vscode.TestMessage(text);
  if (!/\n/.test(difference.expected.trim()) && !/\n/.test(difference.actual.trim())) return new vscode.TestMessage(text);
  return vscode.TestMessage.diff(text, difference.expected, difference.actual);
}

/** Images are shown; audio and video are linked. */
function showFile(name: string, file: vscode.Uri): string {
  const link = `[${name}](${file.toString()}`;
  return hasProperty(formatOfName(file.path)?.format, "isShown") ? `!${link}|height=160)` : `${link})`;
}

/** One line in the output. */
export function describeJudgement(judgement: PaidJudgement): string {
  const { model, cost, isCached } = judgement;
  const price = isCached ? [t("from the cache")] : cost === undefined ? [] : [t("cost {0}", formatAmount(cost))];
  if (judgement.type === "transcript") {
    const heard = t("{0} gave no transcript: {1}", model, judgement.text);
    return [judgement.words === undefined ? heard : t("{0} heard: {1}", model, judgement.words), ...price].join(" · ");
  }
  const { verdict } = judgement;
  if (verdict === undefined) return [t("{0} gave no verdict: {1}", model, judgement.text), ...price].join(" · ");
  const { isPassed, score, reason } = verdict;
  const found = isPassed ? t("{0} judged: passed", model) : t("{0} judged: not passed", model);
  const scored = score === undefined ? [] : [t("score {0}", String(score))];
  return [found, ...scored, ...(reason === "" ? [] : [reason]), ...price].join(" · ");
}

/** Why an answer is not whole. */
export function incompleteOf({ incomplete }: Pick<TestedAnswer, "incomplete">): string[] {
  return incomplete === undefined ? [] : [translateMessage(incomplete, t)];
}

export function describeNotRun(because: Extract<RepetitionEnd, { type: "notRun" }>["because"]): string {
  switch (because) {
    case "stopped":
      return t("It was stopped before it was sent.");
    case "hopeless":
      return t("It was not sent, because of the error of another test.");
    case "cost":
      return t("It was not sent, because it could cost too much.");
    case "notCached":
      return t("The cache has no answer, and nothing was sent.");
  }
}
