/** A change of the conversation in; what the status region says about it, or undefined where it says nothing new, out. */
import type { Change } from "../../chat/change.ts";
import type { PanelTextName } from "../../chat/panelTexts.ts";
import type { AnswerState } from "../../chat/turn.ts";
import { t } from "../texts.ts";

const endings: Partial<Record<AnswerState, PanelTextName>> = {
  completed: "statusDone",
  stopped: "statusStopped",
  aborted: "statusStopped",
  incomplete: "statusIncomplete",
  refused: "statusRefused",
  truncated: "statusTruncated",
  failed: "statusFailed",
};

/** The beginning and the end of an answer, never its text: a screen reader reads that when its user goes there. */
export function describeStatus(change: Change): string | undefined {
  if (change.type === "turnAdded") return change.turn.role === "assistant" ? t("statusReplying") : undefined;
  const ending = change.type === "answerSettled" ? endings[change.state] : undefined;
  return ending && t(ending);
}
