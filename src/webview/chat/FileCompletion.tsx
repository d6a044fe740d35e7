/** A text with `#` before the caret in; the workspace's files that match out. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { t } from "../texts.ts";
import { Icon } from "./Button.tsx";
import type { Host } from "./host.ts";
import { usePanel } from "./panel.ts";

export interface Completion {
  query: string;
  /** Where it is typed. */
  input: HTMLTextAreaElement;
  pick(path: string): void;
  close(): void;
  /** true: the key was for the list. Set by the list. */
  onKey(event: KeyboardEvent): boolean;
}

const listId = "files";
const optionId = (index: number) => `file-${index}`;
const trigger = /(?:^|\s)#([^\s#]*)$/;

/** What is being completed, or undefined where the caret is not behind a `#`. */
export function completeFile(
  input: HTMLTextAreaElement,
  host: Host,
  write: (text: string) => void,
  set: (completion: Completion | undefined) => void,
): Completion | undefined {
  const caret = input.selectionStart;
  const match = trigger.exec(input.value.slice(0, caret));
  if (match === null) return undefined;
  const query = match[1] ?? "";
  host.post({ type: "searchFiles", query });
  const start = caret - query.length - 1;
  return {
    query,
    input,
    pick(path) {
      host.post({ type: "attachPath", path });
      write(input.value.slice(0, start) + input.value.slice(caret));
      set(undefined);
      input.focus();
    },
    close: () => set(undefined),
    onKey: () => false,
  };
}

export function FileCompletion({ completion }: { completion: Completion }) {
  const { store } = usePanel();
  const [active, setActive] = useState(0);
  const { files } = store.state.files;
  useEffect(() => setActive(0), [completion.query]);
  // The focus stays in the input, which says what is marked in the list.
  useLayoutEffect(() => {
    if (files.length === 0) return;
    const { input } = completion;
    input.setAttribute("aria-controls", listId);
    input.setAttribute("aria-activedescendant", optionId(active));
    document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
    return () => {
      input.removeAttribute("aria-controls");
      input.removeAttribute("aria-activedescendant");
    };
  }, [active, files, completion]);
  completion.onKey = (event) => {
    if (files.length === 0) return false;
    if (event.key === "ArrowDown") setActive((active + 1) % files.length);
    else if (event.key === "ArrowUp") setActive((active + files.length - 1) % files.length);
    else if (event.key === "Enter" || event.key === "Tab") completion.pick(files[active]?.path ?? "");
    else if (event.key === "Escape") completion.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  if (files.length === 0) return null;
  return (
    <div class="completion" id={listId} role="listbox" aria-label={t("files")} tabIndex={-1}>
      {files.map((file, index) => (
        <div
          key={file.path}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          class={`option ${index === active ? "active" : ""}`}
          onPointerDown={(event) => {
            event.preventDefault();
            completion.pick(file.path);
          }}
        >
          <Icon name="file" />
          <span class="option-name">{file.name}</span>
          <span class="option-note">{file.folder}</span>
        </div>
      ))}
    </div>
  );
}
