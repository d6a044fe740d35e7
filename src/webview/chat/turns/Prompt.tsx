/** The user's turn as an article that can be edited in place. */
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { describeFields } from "../../../chat/conversation/documentPrompt.ts";
import type { UserTurn } from "../../../chat/conversation/turn.ts";
import { offersImage } from "../../../chat/request/drawingRequest.ts";
import { CopyButton, IconButton, PrimaryButton, SecondaryButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { Siblings, type SiblingsProps } from "../answer/Siblings.tsx";
import { AttachmentChips } from "../composer/AttachmentChips.tsx";
import { DocumentChips } from "../composer/DocumentChips.tsx";
import { usePanel } from "../panel.ts";
import { tabStop } from "../tabStop.ts";
import { PromptText } from "./PromptText.tsx";

/** What was sent with the prompt, and is sent again after editing. */
function Sent({ turn: { attachments, document } }: { turn: UserTurn }) {
  return (
    <>
      {document !== undefined && (
        <DocumentChips name={document.name} fields={describeFields(document.fields)} before={document.before.length} />
      )}
      {attachments.length > 0 && <AttachmentChips attachments={attachments} />}
    </>
  );
}

interface EditorProps {
  turn: UserTurn;
  text: string;
  busy: boolean;
  onWrite: (text: string) => void;
  onClose: () => void;
}

function Editor({ turn, text, busy, onWrite, onClose }: EditorProps) {
  const { host } = usePanel();
  const send = () => {
    if (text.trim() === "") return;
    host.call("resend", { turnId: turn.id, text });
    onClose();
  };
  return (
    <div class="prompt-editor">
      <Sent turn={turn} />
      <textarea
        class="text growing"
        dir="auto"
        value={text}
        aria-label={t("editedMessage")}
        onInput={(event) => onWrite(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            send();
          }
        }}
      />
      <div class="prompt-editor-actions">
        <SecondaryButton onClick={onClose}>{t("cancel")}</SecondaryButton>
        <PrimaryButton disabled={text.trim() === ""} onClick={send}>
          {t(busy ? "sendLater" : "send")}
        </PrimaryButton>
      </div>
    </div>
  );
}

interface PromptProps {
  turn: UserTurn;
  siblings: SiblingsProps;
  /** An answer is running, so what is sent again waits until it ends. */
  busy: boolean;
}

export function Prompt({ turn, siblings, busy }: PromptProps) {
  const { host } = usePanel();
  const [edited, setEdited] = useState(() => host.edit(turn.id));
  const article = useRef<HTMLElement>(null);
  const editing = edited !== undefined;
  const isImageOffered = useMemo(() => offersImage(turn), [turn.text]);
  const wasEditing = useRef(editing);
  const edit = (text: string | undefined) => {
    setEdited(text);
    host.rememberEdit(turn.id, text);
  };
  useLayoutEffect(() => {
    if (wasEditing.current === editing) return;
    wasEditing.current = editing;
    if (!editing) {
      article.current?.querySelector(".codicon-edit")?.closest("button")?.focus();
      return;
    }
    const input = article.current?.querySelector("textarea");
    input?.focus();
    input?.setSelectionRange(turn.text.length, turn.text.length);
  }, [editing]);
  return (
    <article class="turn prompt" ref={article} data-turn={turn.id} aria-label={t("yourMessage")} {...tabStop}>
      {editing ? (
        <Editor turn={turn} text={edited} busy={busy} onWrite={edit} onClose={() => edit(undefined)} />
      ) : (
        <>
          <div class="bubble" dir="auto">
            <Sent turn={turn} />
            <PromptText text={turn.text} attachments={turn.attachments} />
          </div>
          <footer class="turn-footer buttons note">
            <span class="turn-actions">
              <CopyButton
                title={t("copyMessage")}
                onCopy={() => {
                  host.call("copy", { text: turn.text });
                  return true;
                }}
              />
              {isImageOffered && (
                <IconButton icon="file-media" title={t("generateImage")} onClick={() => host.call("generateImage", { turnId: turn.id })} />
              )}
              <IconButton icon="edit" title={t("editMessage")} onClick={() => edit(turn.text)} />
              <IconButton icon="trash" title={t("deleteMessage")} onClick={() => host.call("deleteTurn", { turnId: turn.id })} />
            </span>
            <Siblings {...siblings} />
          </footer>
        </>
      )}
    </article>
  );
}
