/** The menus below the message, and the buttons to dictate, send and stop. */
import type { RefObject } from "preact";
import { type Conversation, runningTurn } from "../../../chat/conversation/conversation.ts";
import { IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { MediaModelPicker, ModelPicker } from "./ModelPicker.tsx";
import { RequestSettings } from "./RequestSettings.tsx";
import type { MediaModel } from "./useMediaModel.ts";

interface BarProps {
  conversation: Conversation;
  /** Present if the message starts a task. */
  media: MediaModel | undefined;
  canSend: boolean;
  text: string;
  input: RefObject<HTMLTextAreaElement | null>;
  onSend(): void;
  onStop(): void;
}

export function InputBar({ conversation, media, canSend, text, input, onSend, onStop }: BarProps) {
  const running = runningTurn(conversation) !== undefined;
  const { store, host } = usePanel();
  const { dictation } = store.state;
  const isDictating = dictation === "running";
  return (
    <div class="input-bar">
      <AttachMenu />
      {media === undefined ? (
        <ModelPicker settings={conversation.settings} />
      ) : (
        <MediaModelPicker model={media.model} onChoose={media.choose} />
      )}
      <RequestSettings key={conversation.id} conversation={conversation} />
      <span class="fill" />
      {dictation !== "none" && (
        <IconButton
          icon={isDictating ? "mic-filled" : "mic"}
          title={t(isDictating ? "stopDictating" : "dictate")}
          onClick={() => host.call("dictate", { before: text.slice(0, input.current?.selectionStart) })}
        />
      )}
      {running && <IconButton class="stop secondary" icon="debug-stop" title={t("stop")} onClick={onStop} />}
      {(!running || canSend) && (
        <IconButton
          class="send primary"
          icon={running ? "layers" : "arrow-up"}
          title={t(running ? "sendLater" : "send")}
          disabled={!canSend}
          onClick={onSend}
        />
      )}
    </div>
  );
}
