/** The prompts that wait for the running answer in; a list of them out. */
import type { QueuedPrompt } from "../../chat/turn.ts";
import { t, toNumberText } from "../texts.ts";
import { Icon, IconButton } from "./Button.tsx";
import { usePanel } from "./panel.ts";

export function Queue({ queue }: { queue: readonly QueuedPrompt[] }) {
  const { host } = usePanel();
  if (queue.length === 0) return null;
  return (
    <ol class="queue" aria-label={t("queue")}>
      {queue.map((prompt, index) => (
        <li key={prompt.id}>
          <Icon name="clock" />
          <span class="queue-text" title={prompt.text}>
            {prompt.text}
          </span>
          {prompt.attachments.length > 0 && (
            <span class="queue-attached" title={prompt.attachments.map(({ name }) => name).join("\n")}>
              <Icon name="attach" />
              {toNumberText(prompt.attachments.length)}
            </span>
          )}
          {index > 0 && (
            <IconButton icon="arrow-up" title={t("queueEarlier")} onClick={() => host.post({ type: "hastenQueued", id: prompt.id })} />
          )}
          <IconButton icon="edit" title={t("queueEdit")} onClick={() => host.post({ type: "takeBackQueued", id: prompt.id })} />
          <IconButton icon="close" title={t("queueRemove")} onClick={() => host.post({ type: "removeQueued", id: prompt.id })} />
        </li>
      ))}
    </ol>
  );
}
