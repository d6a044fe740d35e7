/** The text of the message: grows with it, completes it, and recalls earlier prompts. */
import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type Conversation, runningTurn, visiblePath } from "../../../chat/conversation/conversation.ts";
import { exceededLimit } from "../../../chat/request/attachmentLimits.ts";
import type { Mention } from "../../../chat/request/mentions.ts";
import { t } from "../../texts.ts";
import { usePanel } from "../panel.ts";
import { createEarlierPrompts } from "./earlierPrompts.ts";
import { type Completion, completeInput, InputCompletion } from "./InputCompletion.tsx";
import { MentionBackdrop } from "./MentionBackdrop.tsx";
import { copiesText, takeText } from "./takeFiles.ts";
import type { Mentions } from "./useMentions.ts";

/** Characters; a longer pasted text becomes an attachment, which the user can move into the message. */
const longestPaste = 2000;

interface InputProps {
  conversation: Conversation;
  input: RefObject<HTMLTextAreaElement | null>;
  text: string;
  placeholder: string;
  /** The mentions in the text. */
  found: readonly Mention[];
  mentions: Mentions;
  completion: Completion | undefined;
  onComplete(completion: Completion | undefined): void;
  onWrite(text: string): void;
  onSend(): void;
  onStop(): void;
  onPasteFiles(transfer: DataTransfer): void;
}

export function MessageInput(props: InputProps) {
  const { conversation, input, text, placeholder, found, mentions, completion, onComplete, onWrite, onSend, onStop, onPasteFiles } = props;
  const panel = usePanel();
  const { store } = panel;
  const [earlier] = useState(createEarlierPrompts);

  useLayoutEffect(() => {
    const element = input.current;
    if (element === null) return;
    // Grow with the text if the browser does not support this in CSS.
    if (!CSS.supports("field-sizing", "content")) {
      element.style.height = "auto";
      element.style.height = `${element.scrollHeight}px`;
    }
  }, [text]);

  const recall = (direction: "earlier" | "later") => {
    const prompts = visiblePath(conversation).flatMap((turn) => (turn.role === "user" ? [turn.text] : []));
    const recalled = earlier.step(direction, text, prompts);
    if (recalled !== undefined) onWrite(recalled);
    return recalled !== undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion?.onKey(event)) return;
    if (event.key === "Backspace") selectMention();
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      onSend();
    } else if (event.key === "Escape" && runningTurn(conversation) !== undefined) onStop();
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      // With a modifier, the keys move the focus or the selection.
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (recall(event.key === "ArrowUp" ? "earlier" : "later")) event.preventDefault();
    }
  };
  /** Backspace after a mention deletes the whole mention. */
  const selectMention = () => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const mention = selectionStart === selectionEnd && found.find(({ end }) => end === selectionStart);
    if (mention) input.current?.setSelectionRange(mention.start, mention.end);
  };
  const onInput = (element: HTMLTextAreaElement) => {
    // The user has read why something was not attached. A limit still matters.
    if (store.state.attachmentError !== undefined && exceededLimit(store.state.attachments) === undefined)
      store.update({ attachmentError: undefined });
    mentions.change(text, element.value);
    onWrite(element.value);
    onComplete(completeInput(element, panel, mentions.pick, onComplete, completion));
  };

  return (
    <>
      {completion && <InputCompletion completion={completion} />}
      <div class={found.length > 0 ? "input-area with-mentions" : "input-area"}>
        {found.length > 0 && <MentionBackdrop text={text} mentions={found} input={input} />}
        <textarea
          ref={input}
          class="input"
          dir="auto"
          rows={1}
          value={text}
          placeholder={placeholder}
          aria-label={t("message")}
          onInput={(event) => onInput(event.currentTarget)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData === null) return;
            const pasted = event.clipboardData.getData("text/plain");
            if (event.clipboardData.files.length > 0 && !copiesText(event.clipboardData)) onPasteFiles(event.clipboardData);
            else if (pasted.length > longestPaste) void takeText(pasted, panel.host);
            else return;
            event.preventDefault();
          }}
        />
      </div>
    </>
  );
}
