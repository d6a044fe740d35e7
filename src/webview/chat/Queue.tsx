/** The prompts that wait for the running answer in; a list of them out. */
import type { QueuedPrompt } from "../../chat/turn.ts";
import { t } from "../texts.ts";
import { Icon, IconButton } from "./Button.tsx";
import { usePanel } from "./panel.ts";

export function Queue({ queue }: { queue: readonly QueuedPrompt[] }) {
  const { host } = usePanel();
  if (queue.length === 0) return null;
  return (
    <ul class="queue" aria-label={t("queue")}>
      {queue.map((prompt) => (
        <li key={prompt.id}>
          <Icon name="clock" />
          <span class="queue-text">{prompt.text}</span>
          <IconButton icon="close" title={t("queueRemove")} onClick={() => host.post({ type: "removeQueued", id: prompt.id })} />
        </li>
      ))}
    </ul>
  );
}
