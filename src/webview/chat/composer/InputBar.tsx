/** The menus below the message, and the buttons to send and stop. */
import { type Conversation, runningTurn } from "../../../chat/conversation/conversation.ts";
import { IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { MediaModelPicker, ModelPicker } from "./ModelPicker.tsx";
import { RequestSettings } from "./RequestSettings.tsx";
import type { MediaModel } from "./useMediaModel.ts";

interface BarProps {
  conversation: Conversation;
  /** Present if the message starts a task. */
  media: MediaModel | undefined;
  canSend: boolean;
  onSend(): void;
  onStop(): void;
}

export function InputBar({ conversation, media, canSend, onSend, onStop }: BarProps) {
  const running = runningTurn(conversation) !== undefined;
  return (
    <div class="input-bar">
      <AttachMenu />
      {media === undefined ? (
        <ModelPicker settings={conversation.settings} />
      ) : (
        <MediaModelPicker model={media.model} onChoose={media.choose} />
      )}
      <RequestSettings key={conversation.id} conversation={conversation} />
      <span class="spring" />
      {running && <IconButton class="stop" icon="debug-stop" title={t("stop")} onClick={onStop} />}
      {(!running || canSend) && (
        <IconButton
          class="send"
          icon={running ? "layers" : "arrow-up"}
          title={t(running ? "sendLater" : "send")}
          disabled={!canSend}
          onClick={onSend}
        />
      )}
    </div>
  );
}
