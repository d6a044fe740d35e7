/** The grid of results. Only visible rows are in the document. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { PanelEntry } from "../../library/libraryProtocol.ts";
import { resultType } from "../../library/resultType.ts";
import { GridRow } from "./GridRow.tsx";
import { move } from "./gridLayout.ts";
import type { LibraryStore } from "./libraryStore.ts";
import { usePanel } from "./panel.ts";
import { meantBy, nameOf, namesOf, type Selection, select } from "./selection.ts";
import { t } from "./texts.ts";
import { useGridLayout } from "./useGridLayout.ts";
import { type SelectionProps, useGridSelection } from "./useGridSelection.ts";

interface GridProps extends SelectionProps {
  total: number;
  /** Index of the focused result, or of the one that was focused last. */
  active: number;
  /** Takes the focus as soon as it is rendered. */
  takesFocus: boolean;
  onActive(index: number): void;
  onToggleDetails(): void;
}

export function Grid(props: GridProps) {
  const { total, active, takesFocus, onActive, selection, onSelect, onToggleDetails } = props;
  const { store } = usePanel();
  const region = useRef<HTMLDivElement>(null);
  /** The result that must get the focus as soon as it is rendered. */
  const wanted = useRef(takesFocus ? active : undefined);
  const current = Math.min(active, total - 1);
  const { layout, size, sight, look, bringIntoSight } = useGridLayout(region, total, current);
  const { columns, rows, rowHeight } = layout;
  const { selectTo, selectAt, open, act } = useGridSelection(props, current);

  useLayoutEffect(() => {
    // Cells rendered before the size is known are replaced.
    if (wanted.current === undefined || size.height === 0) return;
    const cell = region.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!cell) return;
    wanted.current = undefined;
    cell.focus({ preventScroll: true });
  });

  function goTo(index: number): void {
    wanted.current = index;
    bringIntoSight(index);
    onActive(index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Buttons in the cell handle their own keys.
    if (!(event.target instanceof HTMLElement) || !event.target.matches("[data-index]") || event.altKey) return;
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

  const shown = Array.from({ length: Math.max(0, sight.last - sight.first + 1) }, (_, index) => sight.first + index);
  // The active result stays in the document even if it is scrolled out of view, so that it keeps the focus.
  const activeRow = Math.floor(current / columns);
  if (rows > 0 && !shown.includes(activeRow)) shown.push(activeRow);

  return (
    <div class="grid-region fill" ref={region} onScroll={look}>
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
          dragResults(store, selection, entry, dataTransfer);
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
          <GridRow key={row} {...{ row, total, layout, current, selection }} />
        ))}
      </div>
    </div>
  );
}

const isRightToLeft = () => document.documentElement.dir === "rtl";

function indexOf(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return cell === null ? undefined : Number(cell.dataset.index);
}

/** Includes VS Code's own type, because Chromium does not pass on file addresses that a page sets under the standard type. */
const uriTypes = ["application/vnd.code.uri-list", "text/uri-list"];

/**
 * Drags all selected results, if this one is among them. Documents insert links from the results' data; the chat attaches the addresses.
 */
function dragResults(store: Pick<LibraryStore, "entryOf">, selection: Selection, entry: PanelEntry, transfer: DataTransfer): void {
  const meant = meantBy(selection, entry);
  const entries = [...meant.keys()].flatMap((number) => store.entryOf(number) ?? []).filter(({ isMissing }) => isMissing !== true);
  const selected = meant.size > 1 ? { selected: namesOf(meant) } : {};
  transfer.effectAllowed = "copyLink";
  for (const type of uriTypes) transfer.setData(type, entries.map(({ uri }) => uri).join("\r\n"));
  transfer.setData(resultType, JSON.stringify({ ...nameOf(entry.number, entry.task ?? ""), ...selected }));
  transfer.setData("text/plain", entries.map(({ name }) => name).join("\n"));
}
