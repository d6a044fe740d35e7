/** A conversation in; the input with its chips, choices and send or stop out. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { exceededLimit } from "../../chat/attachmentLimits.ts";
import { type Conversation, runningTurn, visiblePath } from "../../chat/conversation.ts";
import { limits } from "../../contract/limits.ts";
import { t } from "../texts.ts";
import { AttachMenu } from "./AttachMenu.tsx";
import { Attachments } from "./Attachments.tsx";
import { IconButton } from "./Button.tsx";
import { type Completion, completeFile, FileCompletion } from "./FileCompletion.tsx";
import { formatBytes } from "./formatBytes.ts";
import { ModelPicker } from "./ModelPicker.tsx";
import { usePanel } from "./panel.ts";
import { Queue } from "./Queue.tsx";
import { RequestSettings } from "./RequestSettings.tsx";
import { shrinkPicture } from "./shrinkPicture.ts";
import { holdsFiles, takeFiles } from "./takeFiles.ts";

export function Composer({ conversation }: { conversation: Conversation }) {
  const { store, host } = usePanel();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => store.state.draft);
  const [completion, setCompletion] = useState<Completion | undefined>(undefined);
  const running = runningTurn(conversation) !== undefined;
  const { attachments } = store.state;
  const canSend = text.trim() !== "" && exceededLimit(attachments) === undefined;

  const write = (next: string) => {
    setText(next);
    store.keepDraft(next);
    host.post({ type: "keepDraft", conversationId: conversation.id, text: next });
  };
  const send = () => {
    if (!canSend) return;
    host.post({ type: "send", text });
    write("");
    setCompletion(undefined);
    input.current?.focus();
  };
  const stop = () => {
    host.post({ type: "stop" });
    input.current?.focus();
  };

  useLayoutEffect(() => {
    const element = input.current;
    if (element === null) return;
    // Grows with its text where the browser cannot do so by itself.
    if (!CSS.supports("field-sizing", "content")) {
      element.style.height = "auto";
      element.style.height = `${element.scrollHeight}px`;
    }
  }, [text]);
  // At once, not after the next paint: the host asks as soon as it has told the conversation.
  useLayoutEffect(() => {
    const stops = [
      store.subscribeRequest("shrinkPicture", (request) => void shrinkPicture(request, host)),
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
      store.update({ attachmentProblem: t("attachmentTooLarge", tooLarge, formatBytes(limits.fileBytesPerRequest)) });
  };
  // Wherever in the chat it is dropped.
  useLayoutEffect(() => {
    const onDrop = ({ dataTransfer }: DragEvent) => {
      if (dataTransfer !== null && holdsFiles(dataTransfer)) void take(dataTransfer);
    };
    document.addEventListener("drop", onDrop);
    return () => document.removeEventListener("drop", onDrop);
  }, []);
  const editLast = () => {
    const last = visiblePath(conversation).findLast((turn) => turn.role === "user");
    const edit = last && document.querySelector<HTMLElement>(`article[data-turn="${CSS.escape(last.id)}"] .codicon-edit`);
    edit?.closest("button")?.click();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion?.onKey(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && running) stop();
    else if (event.key === "ArrowUp" && text === "") {
      event.preventDefault();
      editLast();
    }
  };
  const onInput = (element: HTMLTextAreaElement) => {
    write(element.value);
    setCompletion(completeFile(element, host, (next) => write(next), setCompletion));
  };

  return (
    <section class="composer" aria-label={t("message")}>
      <Queue queue={conversation.queue} />
      <div class="input-box">
        <Attachments attachments={attachments} problem={store.state.attachmentProblem} />
        {completion && <FileCompletion completion={completion} />}
        <textarea
          ref={input}
          class="input"
          dir="auto"
          rows={1}
          value={text}
          placeholder={t(running ? "placeholderWaiting" : "placeholder")}
          aria-label={t("message")}
          onInput={(event) => onInput(event.currentTarget)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData && event.clipboardData.files.length > 0) {
              event.preventDefault();
              void take(event.clipboardData);
            }
          }}
        />
        <div class="input-bar">
          <AttachMenu />
          <ModelPicker settings={conversation.settings} />
          <RequestSettings key={conversation.id} settings={conversation.settings} />
          <span class="spring" />
          {running && <IconButton class="stop" icon="debug-stop" title={t("stop")} onClick={stop} />}
          {(!running || canSend) && (
            <IconButton
              class="send"
              icon={running ? "layers" : "arrow-up"}
              title={t(running ? "sendLater" : "send")}
              disabled={!canSend}
              onClick={send}
            />
          )}
        </div>
      </div>
    </section>
  );
}
