/** Describes how an answer ended, if the answer itself does not show it. */

import type { AssistantTurn } from "../../../chat/conversation/turn.ts";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import type { IconName } from "../../iconNames.ts";
import { t } from "../../texts.ts";

export interface OutcomeNotice {
  icon: IconName;
  tone: "info" | "warning" | "error";
  title: string;
  /** "" if the title is sufficient. */
  text: string;
}

const incompleteReasons = new Map<string, PanelTextName>([
  ["max_output_tokens", "incompleteLength"],
  ["content_filter", "incompleteFilter"],
  ["cancelled", "incompleteCancelled"],
  ["prompt_truncated", "incompletePrompt"],
]);

/** The service's own word for an unknown reason would not help the user. */
function describeReason(reason: string | undefined): string {
  return reason === undefined || reason === "" ? "" : t(incompleteReasons.get(reason) ?? "incompleteOther");
}

/** undefined while the answer is running, and if it needs no explanation. */
export function describeOutcome(turn: AssistantTurn): OutcomeNotice | undefined {
  switch (turn.state) {
    case "stopped":
    case "aborted":
      return { icon: "debug-stop", tone: "info", title: t("stoppedTitle"), text: turn.parts.length > 0 ? t("stoppedText") : "" };
    case "incomplete":
      return { icon: "warning", tone: "warning", title: t("incompleteTitle"), text: describeReason(turn.incompleteReason) };
    case "truncated":
      return { icon: "debug-disconnect", tone: "warning", title: t("truncatedTitle"), text: turn.error?.message ?? t("truncatedText") };
    case "failed":
      return { icon: "error", tone: "error", title: t("failedTitle"), text: turn.error?.message ?? t("failedText") };
    case "refused": {
      const saysSo = turn.parts.some((part) => part.kind === "refusal");
      return saysSo ? undefined : { icon: "circle-slash", tone: "warning", title: t("refused"), text: "" };
    }
    case "completed":
      return turn.parts.length === 0 ? { icon: "info", tone: "info", title: t("emptyTitle"), text: "" } : undefined;
    case "waiting":
    case "streaming":
      return undefined;
  }
}

/** Whether sending the same prompt again may succeed. */
export function canTryAgain({ state, incompleteReason }: AssistantTurn): boolean {
  if (state === "incomplete") return !["max_output_tokens", "content_filter", "prompt_truncated"].includes(incompleteReason ?? "");
  return state === "failed" || state === "truncated" || state === "stopped" || state === "aborted";
}
