/** All conversations in; a list with search over their text, and what can be done with each, out. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ConversationSummary } from "../../chat/conversation.ts";
import { t } from "../texts.ts";
import { Icon, IconButton } from "./Button.tsx";
import { describeAge } from "./describeAge.ts";
import { moveAmong } from "./moveAmong.ts";
import { usePanel } from "./panel.ts";

/** As the editor's own fields for names: leaving it is Enter, and only Escape gives up. Without a name all stays as it is. */
function NameField({ title, onDone }: { title: string; onDone: (name: string | undefined) => void }) {
  const field = useRef<HTMLInputElement>(null);
  // A field that goes away is left as well.
  const isDone = useRef(false);
  useLayoutEffect(() => field.current?.select(), []);
  const finish = (written: string) => {
    if (isDone.current) return;
    isDone.current = true;
    const name = written.trim();
    onDone(name === "" || name === title ? undefined : name);
  };
  return (
    <input
      type="text"
      aria-label={t("conversationName")}
      defaultValue={title}
      ref={field}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          // Only the renaming is given up, not the list.
          event.stopPropagation();
          finish(title);
        }
        if (event.key !== "Enter" || event.isComposing) return;
        // The same key must not open the conversation as well, which takes the focus.
        event.preventDefault();
        finish(event.currentTarget.value);
      }}
    />
  );
}

function Row({ summary, isOpen }: { summary: ConversationSummary; isOpen: boolean }) {
  const { store, host } = usePanel();
  const [renaming, setRenaming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    if (!renaming && wasRenaming.current && document.activeElement === document.body) opener.current?.focus();
    wasRenaming.current = renaming;
  }, [renaming]);
  const open = () => {
    host.post({ type: "openConversation", id: summary.id });
    store.update({ view: "chat" });
  };
  if (renaming) {
    return (
      <li class="conversation">
        <NameField
          title={summary.title}
          onDone={(title) => {
            if (title !== undefined) host.post({ type: "renameConversation", id: summary.id, title });
            setRenaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <li class={`conversation ${isOpen ? "open" : ""}`}>
      <button type="button" class="conversation-open" ref={opener} onClick={open} aria-current={isOpen}>
        <span class="conversation-title">{summary.title || t("conversationUntitled")}</span>
        <span class="conversation-age">{describeAge(summary.updatedAt, Date.now())}</span>
        {summary.excerpt !== undefined && <span class="conversation-excerpt">{summary.excerpt}</span>}
      </button>
      <span class="conversation-actions">
        <IconButton icon="edit" title={t("rename")} onClick={() => setRenaming(true)} />
        <IconButton
          icon="markdown"
          title={t("exportMarkdown")}
          onClick={() => host.post({ type: "exportConversation", id: summary.id, format: "markdown" })}
        />
        <IconButton
          icon="json"
          title={t("exportJson")}
          onClick={() => host.post({ type: "exportConversation", id: summary.id, format: "json" })}
        />
        <IconButton icon="trash" title={t("remove")} onClick={() => host.post({ type: "deleteConversation", id: summary.id })} />
      </span>
    </li>
  );
}

export function Conversations() {
  const { store, host } = usePanel();
  const [query, setQuery] = useState("");
  useEffect(() => host.post({ type: "searchConversations", query }), [query]);
  const listed = store.state.conversations;
  const close = () => store.update({ view: "chat" });
  return (
    <main
      class="conversations"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
        else moveAmong(event, ".conversations .search input, .conversation-open");
      }}
    >
      <header>
        <IconButton icon="arrow-left" title={t("conversationsBack")} onClick={close} />
        <h2>{t("conversations")}</h2>
        <IconButton icon="cloud-upload" title={t("conversationsImport")} onClick={() => host.post({ type: "importConversation" })} />
        <IconButton icon="add" title={t("conversationNew")} onClick={() => host.post({ type: "newConversation" })} />
      </header>
      <div class="search">
        <Icon name="search" />
        <input
          type="text"
          aria-label={t("conversationsSearch")}
          placeholder={t("conversationsSearch")}
          value={query}
          ref={(element) => {
            if (element && document.activeElement === document.body) element.focus();
          }}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      <ul>
        {listed?.conversations.map((summary) => (
          <Row key={summary.id} summary={summary} isOpen={summary.id === store.state.conversation?.id} />
        ))}
      </ul>
      {listed?.conversations.length === 0 && <div class="empty">{t(query === "" ? "conversationsNone" : "conversationsNotFound")}</div>}
    </main>
  );
}
