/** The panel's input with its chips and options, and the button to send or stop. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Conversation, runningTurn } from "../../../chat/conversation/conversation.ts";
import type { AutomaticAttachment } from "../../../chat/messages/chatPush.ts";
import { unacceptedKinds } from "../../../chat/request/acceptedFiles.ts";
import { exceededLimit } from "../../../chat/request/attachmentLimits.ts";
import { readMediaCommand } from "../../../chat/request/mediaCommand.ts";
import { findMentions } from "../../../chat/request/mentions.ts";
import { acceptedFiles } from "../../../chat/request/refusedFiles.ts";
import { t } from "../../texts.ts";
import { ConversationUsage } from "../conversations/ConversationUsage.tsx";
import { usePanel } from "../panel.ts";
import { AttachmentChips } from "./AttachmentChips.tsx";
import { Attachments } from "./Attachments.tsx";
import { InputBar } from "./InputBar.tsx";
import type { Completion } from "./InputCompletion.tsx";
import { MessageInput } from "./MessageInput.tsx";
import { OptionChips } from "./OptionChips.tsx";
import { PromptForm } from "./PromptForm.tsx";
import { Queue } from "./Queue.tsx";
import { UnreadFiles } from "./UnreadFiles.tsx";
import { useMediaModel } from "./useMediaModel.ts";
import { useMentions } from "./useMentions.ts";
import { usePromptForm } from "./usePromptForm.ts";
import { useTakenFiles } from "./useTakenFiles.ts";

export function Composer({ conversation }: { conversation: Conversation }) {
  const { store, host } = usePanel();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => store.state.draft);
  const [completion, setCompletion] = useState<Completion | undefined>(undefined);
  const running = runningTurn(conversation) !== undefined;
  const { attachments } = store.state;
  const found = findMentions(text, attachments);
  const mentions = useMentions(attachments, text);
  const take = useTakenFiles();
  const promptForm = usePromptForm(conversation.id);
  const isComplete = promptForm.form === undefined ? text.trim() !== "" && readMediaCommand(text)?.prompt !== "" : promptForm.canSend;
  const { model } = conversation.settings;
  const command = promptForm.form === undefined ? readMediaCommand(text) : undefined;
  const isTask = command !== undefined;
  const media = useMediaModel(command?.kind);
  const reported = store.state.models.find(({ id }) => id === model)?.input;
  const unread = isTask ? [] : unacceptedKinds(attachments, acceptedFiles(conversation.turns, model, reported));
  /** Tasks and prompt documents are sent without. */
  const automatic = isTask || promptForm.form !== undefined ? [] : store.state.automatic;
  const sendWithout = useRef<HTMLButtonElement>(null);
  const canSend = isComplete && exceededLimit(attachments) === undefined;

  const write = (next: string) => {
    setText(next);
    store.keepDraft(next);
    host.call("keepDraft", { conversationId: conversation.id, text: next });
  };
  const send = (withoutUnread = false) => {
    if (!canSend) return;
    setCompletion(undefined);
    if (unread.length > 0 && !withoutUnread) {
      sendWithout.current?.focus();
      return;
    }
    if (media?.isOffered === true && media.model === undefined) return store.ask({ type: "chooseMediaModel" });
    input.current?.focus();
    // The host clears the input once the prompt is sent.
    if (promptForm.send(text)) return;
    host.call("send", { text, ...(media?.model === undefined ? {} : { model: media.model }) });
    write("");
  };
  const stop = () => {
    host.call("stop");
    input.current?.focus();
  };

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
            host.call("removeAttachment", { id });
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
        <MessageInput
          {...{ conversation, input, text, found, mentions, completion }}
          placeholder={t(placeholder)}
          onComplete={setCompletion}
          onWrite={write}
          onSend={() => send()}
          onStop={stop}
          onPasteFiles={(transfer) => void take(transfer)}
        />
        <InputBar {...{ conversation, media, canSend, text, input }} onSend={() => send()} onStop={stop} />
      </div>
      <ConversationUsage conversation={conversation} text={text} automatic={automatic} />
    </section>
  );
}

/** What is sent with the next message without being asked for: the active file or its selection, and files of instructions. */
function AutomaticAttachments({ offers }: { offers: readonly AutomaticAttachment[] }) {
  const { host } = usePanel();
  if (offers.length === 0) return null;
  return (
    <section class="automatic-attachments" aria-label={t("automaticAttachments")}>
      <AttachmentChips
        attachments={offers.map(({ attachment }) => attachment)}
        sent={new Set(offers.flatMap(({ attachment, isSent }) => (isSent ? [attachment.id] : [])))}
        onRemove={(id) => host.call("removeAutomaticAttachment", { id })}
      />
    </section>
  );
}
