/** The panel's input with its chips and options, and the button to send or stop. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { unacceptedKinds } from "../../../chat/acceptedFiles.ts";
import { exceededLimit } from "../../../chat/attachmentLimits.ts";
import { type Conversation, runningTurn, visiblePath } from "../../../chat/conversation.ts";
import { readMediaCommand } from "../../../chat/mediaCommand.ts";
import { findMentions } from "../../../chat/mentions.ts";
import { limits } from "../../../contract/limits.ts";
import { IconButton } from "../../Button.tsx";
import { t } from "../../texts.ts";
import { ConversationUsage } from "../conversations/ConversationUsage.tsx";
import { formatBytes } from "../formatBytes.ts";
import { usePanel } from "../panel.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { Attachments } from "./Attachments.tsx";
import { AutomaticAttachments } from "./AutomaticAttachments.tsx";
import { createEarlierPrompts } from "./earlierPrompts.ts";
import { type Completion, completeInput, InputCompletion } from "./InputCompletion.tsx";
import { MentionBackdrop } from "./MentionBackdrop.tsx";
import { ModelPicker } from "./ModelPicker.tsx";
import { OptionChips } from "./OptionChips.tsx";
import { PromptForm } from "./PromptForm.tsx";
import { Queue } from "./Queue.tsx";
import { RequestSettings } from "./RequestSettings.tsx";
import { holdsFiles, takeFiles, takeText } from "./takeFiles.ts";
import { UnreadFiles } from "./UnreadFiles.tsx";
import { useMentions } from "./useMentions.ts";
import { usePromptForm } from "./usePromptForm.ts";

/** Characters; a longer pasted text becomes an attachment, which the user can move into the message. */
const longestPaste = 2000;

export function Composer({ conversation }: { conversation: Conversation }) {
  const { store, host } = usePanel();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => store.state.draft);
  const [completion, setCompletion] = useState<Completion | undefined>(undefined);
  const [earlier] = useState(createEarlierPrompts);
  const running = runningTurn(conversation) !== undefined;
  const { attachments } = store.state;
  const found = findMentions(text, attachments);
  const mentions = useMentions(attachments, text);
  const promptForm = usePromptForm(conversation.id);
  const isComplete = promptForm.form === undefined ? text.trim() !== "" && readMediaCommand(text)?.prompt !== "" : promptForm.canSend;
  const { model } = conversation.settings;
  const isTask = promptForm.form === undefined && readMediaCommand(text) !== undefined;
  const unread = isTask ? [] : unacceptedKinds(attachments, store.state.models.find(({ id }) => id === model)?.input);
  /** Tasks and prompt documents are sent without. */
  const automatic = isTask || promptForm.form !== undefined ? [] : store.state.automatic;
  const sendWithout = useRef<HTMLButtonElement>(null);
  const canSend = isComplete && exceededLimit(attachments) === undefined;

  const write = (next: string) => {
    setText(next);
    store.keepDraft(next);
    host.post({ type: "keepDraft", conversationId: conversation.id, text: next });
  };
  const send = (withoutUnread = false) => {
    if (!canSend) return;
    setCompletion(undefined);
    if (unread.length > 0 && !withoutUnread) {
      sendWithout.current?.focus();
      return;
    }
    input.current?.focus();
    // The host clears the input once the prompt is sent.
    if (promptForm.send(text)) return;
    host.post({ type: "send", text });
    write("");
  };
  const stop = () => {
    host.post({ type: "stop" });
    input.current?.focus();
  };

  useLayoutEffect(() => {
    const element = input.current;
    if (element === null) return;
    // Grow with the text if the browser does not support this in CSS.
    if (!CSS.supports("field-sizing", "content")) {
      element.style.height = "auto";
      element.style.height = `${element.scrollHeight}px`;
    }
  }, [text]);
  // A layout effect, because the host sends requests right after the conversation.
  useLayoutEffect(() => {
    const stops = [
      store.subscribeRequest("draft", (request) => {
        write(request.text);
        input.current?.focus();
      }),
      store.subscribeRequest("focusInput", () => input.current?.focus()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  const take = async (transfer: DataTransfer) => {
    const [tooLarge] = await takeFiles(transfer, host);
    if (tooLarge !== undefined)
      store.update({ attachmentError: t("attachmentTooLarge", tooLarge, formatBytes(limits.fileBytesPerRequest)) });
  };
  // Accept files dropped anywhere in the chat.
  useLayoutEffect(() => {
    const onDrop = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer !== null && holdsFiles(dataTransfer)) void take(dataTransfer);
    };
    document.addEventListener("drop", onDrop);
    return () => document.removeEventListener("drop", onDrop);
  }, []);
  const recall = (direction: "earlier" | "later") => {
    const prompts = visiblePath(conversation).flatMap((turn) => (turn.role === "user" ? [turn.text] : []));
    const recalled = earlier.step(direction, text, prompts);
    if (recalled !== undefined) write(recalled);
    return recalled !== undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses the same keys for the text that is being composed.
    if (event.isComposing || completion?.onKey(event)) return;
    if (event.key === "Backspace") selectMention();
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && running) stop();
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
    if (store.state.attachmentError !== undefined && exceededLimit(attachments) === undefined) store.update({ attachmentError: undefined });
    mentions.change(text, element.value);
    write(element.value);
    setCompletion(completeInput(element, host, mentions.pick, setCompletion, completion));
  };

  const placeholder = promptForm.form !== undefined ? "placeholderPrompt" : running ? "placeholderWaiting" : "placeholder";

  return (
    <section class="composer" aria-label={t("message")}>
      <Queue conversation={conversation} />
      <OptionChips settings={conversation.settings} />
      <div class="input-box">
        <AutomaticAttachments offers={automatic} />
        <Attachments
          attachments={attachments}
          error={store.state.attachmentError}
          onRemove={(id) => {
            write(mentions.withoutAttachment(text, id));
            host.post({ type: "removeAttachment", id });
          }}
        />
        {unread.length > 0 && <UnreadFiles kinds={unread} model={model} sendRef={sendWithout} onSend={() => send(true)} />}
        {promptForm.form !== undefined && (
          <PromptForm
            form={promptForm.form}
            textOf={promptForm.textOf}
            onWrite={promptForm.write}
            onSend={() => send()}
            onClose={() => {
              promptForm.close();
              input.current?.focus();
            }}
          />
        )}
        {completion && <InputCompletion completion={completion} />}
        <div class={found.length > 0 ? "input-area with-mentions" : "input-area"}>
          {found.length > 0 && <MentionBackdrop text={text} mentions={found} input={input} />}
          <textarea
            ref={input}
            class="input"
            dir="auto"
            rows={1}
            value={text}
            placeholder={t(placeholder)}
            aria-label={t("message")}
            onInput={(event) => onInput(event.currentTarget)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              if (event.clipboardData === null) return;
              const pasted = event.clipboardData.getData("text/plain");
              if (event.clipboardData.files.length > 0) void take(event.clipboardData);
              else if (pasted.length > longestPaste) void takeText(pasted, host);
              else return;
              event.preventDefault();
            }}
          />
        </div>
        <div class="input-bar">
          <AttachMenu />
          <ModelPicker settings={conversation.settings} />
          <RequestSettings key={conversation.id} conversation={conversation} />
          <span class="spring" />
          {running && <IconButton class="stop" icon="debug-stop" title={t("stop")} onClick={stop} />}
          {(!running || canSend) && (
            <IconButton
              class="send"
              icon={running ? "layers" : "arrow-up"}
              title={t(running ? "sendLater" : "send")}
              disabled={!canSend}
              onClick={() => send()}
            />
          )}
        </div>
      </div>
      <ConversationUsage conversation={conversation} text={text} automatic={automatic} />
    </section>
  );
}
