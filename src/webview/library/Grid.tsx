/** The grid of results. Only visible rows are in the document. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { mostStars } from "../../library/marks.ts";
import { resultType } from "../../library/resultType.ts";
import type { PanelEntry } from "../../library/toLibrary.ts";
import { Cell } from "./Cell.tsx";
import { layOut, move, rowsInSight } from "./gridLayout.ts";
import { usePanel } from "./panel.ts";
import { meantBy, nameOf, namesOf, rangeOf, type Selection, select, toggle } from "./selection.ts";
import { t } from "./texts.ts";

/** Includes VS Code's own type, because Chromium does not pass on file addresses that a page sets under the standard type. */
const uriTypes = ["application/vnd.code.uri-list", "text/uri-list"];

export interface GridProps {
  total: number;
  /** Index of the focused result, or of the one that was focused last. */
  active: number;
  /** Takes the focus as soon as it is rendered. */
  takesFocus: boolean;
  onActive(index: number): void;
  selection: Selection;
  onSelect(selection: Selection): void;
  onToggleDetails(): void;
  onCompare(): void;
  /** Shows the results of a stack. */
  onOpenStack(stack: number): void;
}

export function Grid({ total, active, takesFocus, onActive, selection, onSelect, onToggleDetails, onCompare, onOpenStack }: GridProps) {
  const { store, host } = usePanel();
  const region = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [sight, setSight] = useState({ first: 0, last: -1 });
  /** The result that must get the focus as soon as it is rendered. */
  const wanted = useRef(takesFocus ? active : undefined);
  /** Number of the last requested range. */
  const range = useRef(0);
  const layout = useMemo(() => layOut(size.width, total), [size.width, total]);
  const { columns, rows, rowHeight } = layout;
  const current = Math.min(active, total - 1);

  const look = () => {
    if (region.current === null) return;
    const next = rowsInSight(layout, region.current.scrollTop, size.height);
    setSight((before) => (before.first === next.first && before.last === next.last ? before : next));
  };

  useLayoutEffect(() => {
    const element = region.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    setSize({ width: element.clientWidth, height: element.clientHeight });
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(look, [layout, size.height]);
  // Keep the active result visible after a reload, and when the number of columns changes.
  useLayoutEffect(() => {
    if (size.height > 0) bringIntoSight(current);
  }, [columns, size.height > 0]);
  useEffect(() => {
    if (sight.last >= sight.first) store.need(sight.first * columns, Math.min(total, (sight.last + 1) * columns) - 1);
  });
  useLayoutEffect(() => {
    // Cells rendered before the size is known are replaced.
    if (wanted.current === undefined || size.height === 0) return;
    const cell = region.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!cell) return;
    wanted.current = undefined;
    cell.focus({ preventScroll: true });
  });

  function bringIntoSight(index: number): void {
    const element = region.current;
    if (element === null) return;
    const top = Math.floor(index / columns) * rowHeight;
    const { scrollTop, clientHeight } = element;
    if (top < scrollTop) element.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight) element.scrollTop = top + rowHeight - clientHeight;
    look();
  }

  function goTo(index: number): void {
    wanted.current = index;
    bringIntoSight(index);
    onActive(index);
  }

  /** Selects from the anchor of the last selection. Waits for results that are not loaded yet. */
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

  /** Opens the result, or shows the results of a stack. */
  function open(entry: PanelEntry, others: { others?: number[] } = {}): void {
    if (entry.stack !== undefined && others.others === undefined) onOpenStack(entry.stack.id);
    else host.post({ type: "act", number: entry.number, action: "open", ...others });
  }

  function act(entry: PanelEntry, event: KeyboardEvent): boolean {
    const meant = meantBy(selection, entry);
    const others = meant.size > 1 ? { others: [...meant.keys()] } : {};
    const mark = (marks: { rating: number } | { favourite: boolean }) => {
      for (const number of meant.keys()) host.post({ type: "mark", number, ...marks });
    };
    if (event.key === "Enter") open(entry, others);
    else if (event.key === "Delete" || (event.metaKey && event.key === "Backspace")) {
      host.post({ type: "act", number: entry.number, action: "delete", ...others });
    } else if (event.key === " ") onSelect(toggle(selection, entry, current));
    else if (event.key === "c" && selection.chosen.size > 1) onCompare();
    else if (event.key === "F2") host.post({ type: "rename", number: entry.number });
    else if (event.key === "f") mark({ favourite: !entry.favourite });
    else if (/^\d$/.test(event.key) && Number(event.key) <= mostStars) mark({ rating: Number(event.key) });
    else return false;
    return true;
  }

  /**
   * Drags all selected results, if this one is among them. Documents insert links from the results' data; the chat attaches the addresses.
   */
  function startDrag(entry: PanelEntry, transfer: DataTransfer): void {
    const meant = meantBy(selection, entry);
    const entries = [...meant.keys()].flatMap((number) => store.entryOf(number) ?? []).filter(({ isMissing }) => isMissing !== true);
    const selected = meant.size > 1 ? { selected: namesOf(meant) } : {};
    transfer.effectAllowed = "copyLink";
    for (const type of uriTypes) transfer.setData(type, entries.map(({ uri }) => uri).join("\r\n"));
    transfer.setData(resultType, JSON.stringify({ ...nameOf(entry.number, entry.task ?? ""), ...selected }));
    transfer.setData("text/plain", entries.map(({ name }) => name).join("\n"));
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Buttons in the cell handle their own keys.
    if (!(event.target instanceof HTMLElement) || !event.target.matches("[data-index]") || event.altKey || event.isComposing) return;
    const to = move(event.key, current, total, columns, Math.max(1, Math.floor(size.height / rowHeight)), isRightToLeft());
    const entry = store.entryAt(current);
    if (to !== undefined && !event.ctrlKey && !event.metaKey) {
      if (event.shiftKey) void selectTo(to);
      else if (selection.anchor !== undefined) onSelect({ ...selection, anchor: undefined });
      goTo(to);
    } else if (event.key === "i") onToggleDetails();
    else if (event.ctrlKey || entry === undefined || !act(entry, event)) return;
    event.preventDefault();
  }

  const indexOf = (target: EventTarget | null) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
    return cell === null ? undefined : Number(cell.dataset.index);
  };

  const shown = Array.from({ length: Math.max(0, sight.last - sight.first + 1) }, (_, index) => sight.first + index);
  // The active result stays in the document even if it is scrolled out of view, so that it keeps the focus.
  const activeRow = Math.floor(current / columns);
  if (rows > 0 && !shown.includes(activeRow)) shown.push(activeRow);

  return (
    <div class="grid-region" ref={region} onScroll={look}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot omit the rows that are not rendered */}
      <div
        class="grid"
        role="grid"
        aria-label={t("results")}
        aria-multiselectable="true"
        aria-rowcount={rows}
        aria-colcount={columns}
        style={{ height: `${rows * rowHeight}px` }}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const index = indexOf(event.target);
          if (index === undefined) return;
          selectAt(index, event);
          goTo(index);
        }}
        onDblClick={({ target }) => {
          const entry = store.entryAt(indexOf(target) ?? -1);
          if (entry !== undefined) open(entry);
        }}
        onDragStart={({ target, dataTransfer }) => {
          const entry = store.entryAt(indexOf(target) ?? -1);
          if (entry === undefined || dataTransfer === null) return;
          startDrag(entry, dataTransfer);
        }}
        onContextMenu={({ target }) => {
          const index = indexOf(target);
          const entry = index === undefined ? undefined : store.entryAt(index);
          if (index === undefined || entry === undefined) return;
          if (!selection.chosen.has(entry.number)) onSelect(select([entry], index));
          onActive(index);
        }}
      >
        {shown.map((row) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the cells of the grid take the focus
          <div
            class="row"
            role="row"
            key={row}
            aria-rowindex={row + 1}
            style={{
              transform: `translateY(${row * rowHeight}px)`,
              height: `${rowHeight}px`,
              gridTemplateColumns: `repeat(${columns}, 1fr)`,
            }}
          >
            {Array.from({ length: Math.min(columns, total - row * columns) }, (_, column) => {
              const index = row * columns + column;
              const entry = store.entryAt(index);
              const isSelected = entry !== undefined && selection.chosen.has(entry.number);
              const selected = isSelected && selection.chosen.size > 1 ? selection.chosen : undefined;
              return <Cell key={`at-${index}`} {...{ entry, index, column, isSelected, selected }} isActive={index === current} />;
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

const isRightToLeft = () => document.documentElement.dir === "rtl";
