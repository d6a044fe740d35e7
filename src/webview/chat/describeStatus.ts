/** Describes a change of the conversation for the status region, which screen readers announce. */
import type { Change } from "../../chat/conversation/change.ts";
import { type AnswerState, isRunning } from "../../chat/conversation/turn.ts";
import type { PanelTextName } from "../../chat/texts/panelTexts.ts";
import { t } from "../texts.ts";
import { describePause } from "./describePause.ts";

const endings: Partial<Record<AnswerState, PanelTextName>> = {
  completed: "statusDone",
  stopped: "statusStopped",
  aborted: "statusStopped",
  incomplete: "statusIncomplete",
  refused: "statusRefused",
  truncated: "statusTruncated",
  failed: "statusFailed",
};

/** Only the beginning and end of an answer, and a pause of the queue, but not an answer's text, which users read by navigating to it. */
export function describeStatus(change: Change): string | undefined {
  // The task of a command such as `/image` has a status of its own.
  if (change.type === "turnAdded")
    return change.turn.role === "assistant" && isRunning(change.turn.state) ? t("statusReplying") : undefined;
  if (change.type === "answerContinued" || change.type === "answerResumed") return t("statusReplying");
  if (change.type === "queuePauseChanged") return change.reason && describePause(change.reason);
  if (change.type === "answerDelayed") return t("statusDelayed");
  return change.type === "answerSettled" ? describeEnding(change.state) : undefined;
}

/** undefined: it goes on. */
export function describeEnding(state: AnswerState): string | undefined {
  const ending = endings[state];
  return ending && t(ending);
}

/** Whether it says that an answer goes on, which is no longer so if another window has ended or deleted it. */
export function saysRunning(status: string): boolean {
  return status === t("statusReplying") || status === t("statusDelayed");
}
