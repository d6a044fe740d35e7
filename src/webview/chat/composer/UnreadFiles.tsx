/** Warns before sending that the model cannot read some of the attachments. */
import type { Ref } from "preact";
import type { Attachment } from "../../../chat/conversation/turn.ts";
import type { PanelTextName } from "../../../chat/texts/panelTexts.ts";
import { Icon, LinkButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";

const warnings = {
  image: "cannotSeeImages",
  audio: "cannotHearAudio",
  video: "cannotSeeVideos",
  document: "cannotReadDocuments",
} as const satisfies Record<Exclude<Attachment["kind"], "text">, PanelTextName>;

interface UnreadFilesProps {
  kinds: readonly Attachment["kind"][];
  model: string;
  sendRef: Ref<HTMLButtonElement>;
  onSend: () => void;
}

export function UnreadFiles({ kinds, model, sendRef, onSend }: UnreadFilesProps) {
  const { store } = usePanel();
  return (
    <div class="unread-files bar small" role="status">
      <Icon name="warning" />
      <span>{kinds.map((kind) => (kind === "text" ? "" : t(warnings[kind], model))).join(" ")}</span>
      <LinkButton onClick={() => store.ask({ type: "chooseModel" })}>{t("useAnotherModel")}</LinkButton>
      <button type="button" class="link-button" ref={sendRef} onClick={onSend}>
        {t("sendWithout")}
      </button>
    </div>
  );
}
