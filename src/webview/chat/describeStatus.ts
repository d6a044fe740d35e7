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

export interface PanelStatus {
  text: string;
  /** It says that an answer goes on, which is no longer so if another window has ended or deleted it. */
  isRunning: boolean;
}

/** There is nothing to announce. */
export const noStatus: PanelStatus = { text: "", isRunning: false };

const running = (name: PanelTextName): PanelStatus => ({ text: t(name), isRunning: true });
const settled = (text: string | undefined) => (text === undefined ? undefined : { text, isRunning: false });

/** Only the beginning and end of an answer, and a pause of the queue, but not an answer's text, which users read by navigating to it. */
export function describeStatus(change: Change): PanelStatus | undefined {
  switch (change.type) {
    case "turnAdded":
      // The task of a command such as `/image` has a status of its own.
      return change.turn.role === "assistant" && isRunning(change.turn.state) ? running("statusReplying") : undefined;
    case "answerContinued":
    case "answerResumed":
      return running("statusReplying");
    case "answerDelayed":
      return running("statusDelayed");
    case "queuePauseChanged":
      return settled(change.reason && describePause(change.reason));
    case "answerSettled":
      return describeEnding(change.state);
    default:
      return undefined;
  }
}

/** undefined: it goes on. */
export function describeEnding(state: AnswerState): PanelStatus | undefined {
  const ending = endings[state];
  return settled(ending && t(ending));
}
