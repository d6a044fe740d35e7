/** Selects results of the grid, and acts on the selected ones. */
import { useRef } from "preact/hooks";
import { mostStars } from "../../contract/rating.ts";
import type { PanelEntry } from "../../library/libraryProtocol.ts";
import { usePanel } from "./panel.ts";
import { meantBy, rangeOf, type Selection, select, toggle } from "./selection.ts";

export interface GridSelection {
  /** Selects from the anchor of the last selection. Waits for results that are not loaded yet. */
  selectTo(index: number): Promise<void>;
  /** For a click on a result, with its modifiers. */
  selectAt(index: number, event: MouseEvent): void;
  /** Opens the result, or shows the results of a stack. */
  open(entry: PanelEntry): void;
  /** Performs what a key means for the active result. Returns false if it means nothing. */
  act(entry: PanelEntry, event: KeyboardEvent): boolean;
}

export interface SelectionProps {
  selection: Selection;
  onSelect(selection: Selection): void;
  onCompare(): void;
  /** Shows the results of a stack. */
  onOpenStack(stack: number): void;
}

/** `current`: index of the active result. */
export function useGridSelection({ selection, onSelect, onCompare, onOpenStack }: SelectionProps, current: number): GridSelection {
  const { store, host } = usePanel();
  /** Number of the last requested range. */
  const range = useRef(0);

  async function selectTo(index: number): Promise<void> {
    const anchor = selection.anchor ?? current;
    onSelect({ ...selection, anchor });
    const { first, last } = rangeOf(anchor, index);
    range.current += 1;
    const asked = range.current;
    const entries = await store.entries(first, last);
    if (range.current === asked) onSelect(select(anchor <= index ? entries : entries.toReversed(), anchor));
  }

  function selectAt(index: number, event: MouseEvent): void {
    if (event.shiftKey) return void selectTo(index);
    const entry = store.entryAt(index);
    if (entry === undefined) return;
    range.current += 1;
    const isMore = event.ctrlKey || event.metaKey;
    onSelect(isMore ? toggle(selection, entry, index, store.entryAt(current)) : select([entry], index));
  }

  function open(entry: PanelEntry, others: { others?: number[] } = {}): void {
    if (entry.stack !== undefined && others.others === undefined) onOpenStack(entry.stack.id);
    else host.call("act", { number: entry.number, action: "open", ...others });
  }

  function act(entry: PanelEntry, event: KeyboardEvent): boolean {
    const meant = meantBy(selection, entry);
    const others = meant.size > 1 ? { others: [...meant.keys()] } : {};
    const mark = (marks: { rating: number } | { favourite: boolean }) => {
      for (const number of meant.keys()) host.call("mark", { number, ...marks });
    };
    if (event.key === "Enter") open(entry, others);
    else if (event.key === "Delete" || (event.metaKey && event.key === "Backspace")) {
      host.call("act", { number: entry.number, action: "delete", ...others });
    } else if (event.key === " ") onSelect(toggle(selection, entry, current));
    else if (event.key === "c" && selection.chosen.size > 1) onCompare();
    else if (event.key === "F2") host.call("act", { number: entry.number, action: "rename" });
    else if (event.key === "f") mark({ favourite: !entry.favourite });
    else if (/^\d$/.test(event.key) && Number(event.key) <= mostStars) mark({ rating: Number(event.key) });
    else return false;
    return true;
  }

  return { selectTo, selectAt, open, act };
}
