/**
 * Completes names of the workspace's files and folders after `#`, kinds of context after `@`, and prompt documents after a `/` at the
 * beginning of the input.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PanelPrompt } from "../../../chat/request/promptForm.ts";
import { foldText } from "../../../contract/foldText.ts";
import { kindTable, mediaKinds } from "../../../contract/kind.ts";
import { Icon } from "../../Button.tsx";
import type { IconName } from "../../iconNames.ts";
import { t } from "../../texts.ts";
import { type Panel, usePanel } from "../panel.ts";
import { attachWays } from "./attachWays.ts";
import { openPromptForm } from "./usePromptForm.ts";

export interface Completion {
  trigger: "#" | "@" | "/";
  query: string;
  /** The input element. */
  input: HTMLTextAreaElement;
  /** Replaces the typed text with what was picked, or attaches it. A file is both attached and named in the text. */
  pick(picked: Picked): void;
  close(): void;
  /** Returns true if the list has handled the key. Set by the list. */
  onKey(event: KeyboardEvent): boolean;
}

/** The text that replaces the typed one, the path of a file, or what to do. */
type Picked = string | { path: string } | (() => void);

interface Item {
  id: string;
  icon: IconName;
  name: string;
  note: string;
  picked: Picked;
}

/** Minimum number of letters; fewer would match nearly every symbol. */
const shortestSymbol = 2;

/** Characters of a note that stay visible beside a long name. */
const shortestNote = 12;

const listId = "completion";
const optionId = (index: number) => `completion-${index}`;
const trigger = /(?:^|\s)([#@])([^\s#@]*)$|^(\/)([^\s/]*)$/;

function readTrigger(text: string): Pick<Completion, "trigger" | "query"> | undefined {
  const match = trigger.exec(text);
  if (match === null) return undefined;
  const [, sign, name = "", slash, command = ""] = match;
  if (slash !== undefined) return { trigger: "/", query: command };
  return { trigger: sign === "#" ? "#" : "@", query: name };
}

/** The current completion, or undefined if the caret is not after one of the characters. `before`: the previous completion. */
export function completeInput(
  input: HTMLTextAreaElement,
  { host, store }: Panel,
  mention: (path: string) => string,
  set: (completion: Completion | undefined) => void,
  before: Completion | undefined,
): Completion | undefined {
  const caret = input.selectionStart;
  const found = readTrigger(input.value.slice(0, caret));
  if (found === undefined) return undefined;
  const { query } = found;
  if (found.trigger === "#")
    void host.call("searchFiles", { query }).then((reply) => reply?.files && store.update({ files: { query, files: reply.files } }));
  if (found.trigger === "@" && query.length >= shortestSymbol)
    void host
      .call("searchSymbols", { query })
      .then((reply) => reply?.symbols && store.update({ symbols: { query, symbols: reply.symbols } }));
  if (found.trigger === "/" && before?.trigger !== "/") void host.call("listPrompts").then((reply) => reply && store.update(reply));
  const start = caret - query.length - 1;
  return {
    ...found,
    input,
    pick(picked) {
      if (typeof picked === "function") picked();
      const written = typeof picked === "string" ? picked : "path" in picked ? `${mention(picked.path)} ` : "";
      input.focus();
      input.setSelectionRange(start, caret);
      // Inserted as if typed, so that it can be undone.
      if (written !== "") document.execCommand("insertText", false, written);
      else if (start < caret) document.execCommand("delete");
      set(undefined);
    },
    close: () => set(undefined),
    onKey: () => false,
  };
}

/** Documents whose names start with the typed text come first. */
function listPrompts(wanted: string, panel: Panel): Item[] {
  const { prompts, conversation } = panel.store.state;
  const found = prompts.filter(({ name }) => foldText(name).includes(wanted));
  const rank = ({ name }: PanelPrompt) => (foldText(name).startsWith(wanted) ? 0 : 1);
  return found
    .toSorted((one, other) => rank(one) - rank(other))
    .map(({ id, name, folder, isUsers }) => ({
      id,
      icon: "markdown",
      name: `/${name}`,
      note: isUsers ? [t("yourPrompts"), folder].filter(Boolean).join("/") : folder,
      picked: () => openPromptForm(panel, conversation?.id ?? "", id),
    }));
}

function listMedia(wanted: string): Item[] {
  return mediaKinds
    .filter((kind) => kind.startsWith(wanted))
    .map((kind) => ({
      id: kind,
      icon: kindTable[kind].icon,
      name: `/${kind}`,
      note: t(`command${kindTable[kind].identifier}`),
      picked: `/${kind} `,
    }));
}

const listNames = { "#": "files", "@": "context", "/": "prompts" } as const;

function listItems({ trigger: sign, query }: Completion, panel: Panel): Item[] {
  const { store, host } = panel;
  if (sign === "#") {
    return store.state.files.files.map(({ path, name, folder, isFolder }) => ({
      id: path,
      icon: isFolder === true ? "folder" : "file",
      name,
      note: folder,
      picked: { path },
    }));
  }
  const wanted = foldText(query);
  if (sign === "/") return [...listMedia(wanted), ...listPrompts(wanted, panel)];
  const { symbols } = store.state;
  const found = symbols.query === query && query.length >= shortestSymbol ? symbols.symbols : [];
  const ways = attachWays
    .map(({ what, icon, label }): Item => ({ id: what, icon, name: t(label), note: "", picked: () => host.call("attach", { what }) }))
    .filter(({ id, name }) => foldText(`${name} ${id}`).includes(wanted));
  const workspace: Item = { id: "workspace", icon: "search", name: "@workspace", note: t("attachWorkspace"), picked: "@workspace " };
  const items = found.map(
    ({ id, name, location }): Item => ({
      id: `symbol ${id}`,
      icon: "symbol-method",
      name,
      note: location,
      picked: () => host.call("attachSymbol", { id }),
    }),
  );
  const named = "workspace".startsWith(wanted) ? [workspace] : [];
  return wanted === "" ? [...ways, ...named] : [...named, ...ways, ...items];
}

export function InputCompletion({ completion }: { completion: Completion }) {
  const panel = usePanel();
  const { store } = panel;
  const [active, setActive] = useState(0);
  const items = listItems(completion, panel);
  const count = items.length;
  useLayoutEffect(() => setActive(0), [completion.trigger, completion.query]);
  /** The list still shows the results for the previous text. */
  const isOutdated = completion.trigger === "#" && store.state.files.query !== completion.query;
  /** Set if Enter or Tab was pressed while the list was outdated; the key is handled when the new list arrives. */
  const awaited = useRef<{ completion: Completion; key: string } | undefined>(undefined);
  // The focus stays in the input, which names the active option for screen readers.
  useLayoutEffect(() => {
    if (count === 0) return;
    const { input } = completion;
    input.setAttribute("aria-controls", listId);
    input.setAttribute("aria-activedescendant", optionId(active));
    document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
    return () => {
      input.removeAttribute("aria-controls");
      input.removeAttribute("aria-activedescendant");
    };
  }, [active, count, completion]);
  const pick = (item: Item | undefined) => item && completion.pick(item.picked);
  useLayoutEffect(() => {
    if (isOutdated || awaited.current?.completion !== completion) return;
    const { key } = awaited.current;
    awaited.current = undefined;
    if (items[0] !== undefined) pick(items[0]);
    // The text is not a file's name, so the input handles the key.
    else if (key === "Enter") completion.input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });
  completion.onKey = (event) => {
    if (isOutdated && (event.key === "Enter" || event.key === "Tab")) {
      // A second press goes to the input, so that a slow search does not block the user.
      if (awaited.current?.completion === completion) return false;
      awaited.current = { completion, key: event.key };
      event.preventDefault();
      return true;
    }
    if (count === 0) return false;
    if (event.key === "ArrowDown") setActive((active + 1) % count);
    else if (event.key === "ArrowUp") setActive((active + count - 1) % count);
    else if (event.key === "Enter" || event.key === "Tab") pick(items[active]);
    else if (event.key === "Escape") completion.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  if (count === 0) return null;
  return (
    <div class="completion popup" id={listId} role="listbox" aria-label={t(listNames[completion.trigger])} tabIndex={-1}>
      {items.map((item, index) => (
        <div
          key={item.id}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          class={`option ${index === active ? "active" : ""}`}
          onPointerDown={(event) => {
            event.preventDefault();
            pick(item);
          }}
        >
          <Icon name={item.icon} />
          <span class="option-name cut" title={item.name}>
            {item.name}
          </span>
          {item.note !== "" && (
            <span
              class="option-note note"
              title={item.note}
              style={{ minWidth: `min(${Math.min(item.note.length, shortestNote)}ch, 40%)` }}
            >
              <bdi>{item.note}</bdi>
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
