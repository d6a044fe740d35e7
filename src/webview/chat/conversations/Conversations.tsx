/** The list of conversations, with full-text search and actions for each. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ConversationSummary } from "../../../chat/conversation/conversation.ts";
import { Icon, IconButton } from "../../Button.tsx";
import { MoreActions } from "../../MoreActions.tsx";
import { t } from "../../texts.ts";
import { moveAmong } from "../moveAmong.ts";
import { usePanel } from "../panel.ts";
import { conversationActions } from "./conversationActions.ts";
import { describeAge } from "./describeAge.ts";
import { groupConversations } from "./groupConversations.ts";

/** Works like the editor's rename fields: leaving the field accepts the name, and only Escape cancels. An empty name changes nothing. */
function NameField({ title, onDone }: { title: string; onDone: (name: string | undefined) => void }) {
  const field = useRef<HTMLInputElement>(null);
  // Removing the field also triggers `onBlur`.
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
      class="text"
      type="text"
      aria-label={t("conversationName")}
      defaultValue={title}
      ref={field}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          // Cancel only the renaming; do not close the list.
          event.stopPropagation();
          finish(title);
        }
        if (event.key !== "Enter") return;
        // The same key press must not also open the conversation, which would take the focus.
        event.preventDefault();
        finish(event.currentTarget.value);
      }}
    />
  );
}

/** Shows that the conversation is receiving an answer, or has an unread one. */
function Mark({ summary }: { summary: ConversationSummary }) {
  if (summary.answering === true)
    return (
      <span class="conversation-mark answering" role="img" title={t("conversationAnswering")} aria-label={t("conversationAnswering")} />
    );
  if (summary.unread === true)
    return <span class="conversation-mark unread" role="img" title={t("conversationUnread")} aria-label={t("conversationUnread")} />;
  return null;
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
    host.call("openConversation", { id: summary.id });
    const query = summary.excerpt === undefined ? "" : (store.state.conversations?.query.trim() ?? "");
    store.update({ view: "chat", searched: query === "" ? undefined : { conversationId: summary.id, query } });
  };
  if (renaming) {
    return (
      <li class="conversation">
        <NameField
          title={summary.title}
          onDone={(title) => {
            if (title !== undefined) host.call("renameConversation", { id: summary.id, title });
            setRenaming(false);
          }}
        />
      </li>
    );
  }
  const details = [summary.model, summary.excerpt ?? summary.firstLine].filter(Boolean).join(" · ");
  return (
    <li
      class={`conversation ${isOpen ? "open" : ""}`}
      onContextMenu={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="false"]')?.click();
      }}
    >
      <button type="button" class="conversation-open" ref={opener} onClick={open} aria-current={isOpen}>
        <span class="conversation-title cut" title={summary.title}>
          <Mark summary={summary} />
          {summary.draft === true && <span class="badge">{t("draft")}</span>}
          {summary.title || t("conversationUntitled")}
        </span>
        <span class="conversation-quiet note">{describeAge(summary.updatedAt, Date.now())}</span>
        {details !== "" && (
          <span class="conversation-line conversation-quiet cut note" title={details}>
            {details}
          </span>
        )}
      </button>
      <MoreActions title={t("moreActions")} actions={conversationActions(summary, host, () => setRenaming(true))} />
    </li>
  );
}

export function Conversations() {
  const { store, host } = usePanel();
  const [query, setQuery] = useState("");
  useEffect(() => void host.call("searchConversations", { query }), [query]);
  useEffect(() => () => void host.call("closeConversations"), []);
  const search = useRef<HTMLInputElement>(null);
  // Only when the list opens: later, the focus may be in a dialog of VS Code.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) search.current?.focus();
  }, []);
  const listed = store.state.conversations;
  const close = () => store.update({ view: "chat" });
  return (
    <main
      class="conversations column fill"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
        else moveAmong(event, ".conversations .search input, .conversation-open");
      }}
    >
      <header class="one-line">
        <IconButton icon="arrow-left" title={t("conversationsBack")} onClick={close} />
        <h2 class="fill cut">{t("conversations")}</h2>
        <IconButton icon="cloud-upload" title={t("conversationsImport")} onClick={() => host.call("importConversation")} />
        <IconButton icon="add" title={t("conversationNew")} onClick={() => host.call("newConversation")} />
      </header>
      <div class="search">
        <Icon name="search" />
        <input
          type="text"
          aria-label={t("conversationsSearch")}
          placeholder={t("conversationsSearch")}
          value={query}
          ref={search}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      {/* A single list, so that a conversation that moves to another group keeps its elements and the focus. */}
      <ul class="fill list">
        {groupConversations(listed?.conversations ?? [], Date.now()).flatMap(({ name, conversations }) => [
          <li key={name}>
            <h3 class="group-name">{t(name)}</h3>
          </li>,
          ...conversations.map((summary) => (
            <Row key={summary.id} summary={summary} isOpen={summary.id === store.state.conversation?.id} />
          )),
        ])}
      </ul>
      {listed?.conversations.length === 0 && <div class="empty">{t(query === "" ? "conversationsNone" : "conversationsNotFound")}</div>}
    </main>
  );
}
