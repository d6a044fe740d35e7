/** Says what the status region announces for a change of the conversation. */
import type { Change } from "../../chat/change.ts";
import type { PanelTextName } from "../../chat/panelTexts.ts";
import type { AnswerState } from "../../chat/turn.ts";
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

/** The beginning and the end of an answer, and that the queue is paused; never an answer's text: a screen reader reads that when its user goes there. */
export function describeStatus(change: Change): string | undefined {
  if (change.type === "turnAdded") return change.turn.role === "assistant" ? t("statusReplying") : undefined;
  if (change.type === "answerContinued") return t("statusReplying");
  if (change.type === "queuePauseChanged") return change.reason && describePause(change.reason);
  if (change.type === "answerDelayed") return t("statusDelayed");
  const ending = change.type === "answerSettled" ? endings[change.state] : undefined;
  return ending && t(ending);
}
