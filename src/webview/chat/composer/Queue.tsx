/** The messages that wait for the running answer to end or, while the queue is paused, for the user. */
import type { Conversation } from "../../../chat/conversation/conversation.ts";
import type { QueuedAction, QueuedPrompt } from "../../../chat/conversation/turn.ts";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import { Icon, IconButton, PrimaryButton } from "../../Button.tsx";
import { t, toNumberText } from "../../texts.ts";
import { describePause } from "../describePause.ts";
import { usePanel } from "../panel.ts";

const descriptions = {
  edit: "queuedEdit",
  regenerate: "queuedRegenerate",
  compare: "queuedCompare",
  continue: "queuedContinue",
  fetch: "queuedContinue",
} as const satisfies Record<QueuedAction["type"], PanelTextName>;

function describeQueued({ text, action }: QueuedPrompt): string {
  return action === undefined ? text : t(descriptions[action.type], text);
}

/** As a draft, a prompt of a document would lose its fields, and what is asked of an answer has no text of the user. */
function isEditable({ document, action }: QueuedPrompt): boolean {
  return document === undefined && (action === undefined || action.type === "edit");
}

export function Queue({ conversation: { queue, queuePause } }: { conversation: Conversation }) {
  const { host } = usePanel();
  if (queue.length === 0) return null;
  return (
    <div class="queue">
      {queuePause !== undefined && (
        <div class="queue-paused bar">
          <Icon name="debug-pause" />
          <span id="queue-pause">{describePause(queuePause)}</span>
          <PrimaryButton aria-describedby="queue-pause" onClick={() => host.call("resumeQueue")}>
            {t("queueSendNow")}
          </PrimaryButton>
        </div>
      )}
      <ol class="list" aria-label={t("queue")}>
        {queue.map((prompt, index) => (
          <li key={prompt.id}>
            <Icon name="clock" />
            <span class="queue-text fill cut" title={describeQueued(prompt)} dir="auto">
              {describeQueued(prompt)}
            </span>
            {prompt.attachments.length > 0 && (
              <span class="one-line small" title={prompt.attachments.map(({ name }) => name).join("\n")}>
                <Icon name="attach" />
                {toNumberText(prompt.attachments.length)}
              </span>
            )}
            {index > 0 && (
              <IconButton icon="arrow-up" title={t("queueEarlier")} onClick={() => host.call("moveQueuedUp", { id: prompt.id })} />
            )}
            {isEditable(prompt) && (
              <IconButton icon="edit" title={t("queueEdit")} onClick={() => host.call("editQueued", { id: prompt.id })} />
            )}
            <IconButton icon="close" title={t("queueRemove")} onClick={() => host.call("removeQueued", { id: prompt.id })} />
          </li>
        ))}
      </ol>
    </div>
  );
}
