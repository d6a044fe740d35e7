/** Describes why queued messages are not sent. */

import type { QueuePause } from "../../chat/conversation/turn.ts";
import type { PanelTextName } from "../../chat/texts/panelTexts.ts";
import { t } from "../texts.ts";

const reasons = {
  stopped: "queueStopped",
  failed: "queueFailed",
  truncated: "queueTruncated",
  closed: "queueClosed",
  budget: "queueBudget",
} as const satisfies Record<QueuePause, PanelTextName>;

export function describePause(reason: QueuePause): string {
  return t(reasons[reason]);
}
