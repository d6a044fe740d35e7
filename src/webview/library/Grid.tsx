/** The grid of results: only what is in sight is in the document. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { mostStars } from "../../library/marks.ts";
import type { PanelEntry } from "../../library/toLibrary.ts";
import { Cell } from "./Cell.tsx";
import { layOut, move, rowsInSight } from "./gridLayout.ts";
import { usePanel } from "./panel.ts";
import { t } from "./texts.ts";

export interface GridProps {
  total: number;
  /** Index of the result that has the focus, or had it. */
  active: number;
  onActive(index: number): void;
  onToggleDetails(): void;
}

export function Grid({ total, active, onActive, onToggleDetails }: GridProps) {
  const { store, host } = usePanel();
  const region = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [sight, setSight] = useState({ first: 0, last: -1 });
  /** The result that gets the focus as soon as it is drawn. */
  const wanted = useRef<number | undefined>(undefined);
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
  // What was used last is in sight again after a reload, and when the columns change.
  useLayoutEffect(() => {
    if (size.height > 0) bringIntoSight(current);
  }, [columns, size.height > 0]);
  useEffect(() => {
    if (sight.last >= sight.first) store.need(sight.first * columns, Math.min(total, (sight.last + 1) * columns) - 1);
  });
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
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

  function act(entry: PanelEntry, event: KeyboardEvent): boolean {
    if (event.key === "Enter") host.post({ type: "act", task: entry.task, action: "open" });
    else if (event.key === "Delete" || (event.metaKey && event.key === "Backspace")) {
      host.post({ type: "act", task: entry.task, action: "delete" });
    } else if (event.key === "f") host.post({ type: "mark", number: entry.number, favourite: !entry.favourite });
    else if (/^\d$/.test(event.key) && Number(event.key) <= mostStars) {
      host.post({ type: "mark", number: entry.number, rating: Number(event.key) });
    } else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    // A button in the cell has its own keys.
    if (!(event.target instanceof HTMLElement) || !event.target.matches("[data-index]") || event.altKey || event.isComposing) return;
    const to = move(event.key, current, total, columns, Math.max(1, Math.floor(size.height / rowHeight)), isRightToLeft());
    const entry = store.entryAt(current);
    if (to !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey) goTo(to);
    else if (event.key === " ") onToggleDetails();
    else if (event.ctrlKey || entry === undefined || !act(entry, event)) return;
    event.preventDefault();
  }

  const indexOf = (target: EventTarget | null) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
    return cell === null ? undefined : Number(cell.dataset.index);
  };

  const shown = Array.from({ length: Math.max(0, sight.last - sight.first + 1) }, (_, index) => sight.first + index);
  // The focus stays on the active result, also where it is scrolled out of sight.
  const activeRow = Math.floor(current / columns);
  if (rows > 0 && !shown.includes(activeRow)) shown.push(activeRow);

  return (
    <div class="grid-region" ref={region} onScroll={look}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table has no rows that are not there */}
      <div
        class="grid"
        role="grid"
        aria-label={t("results")}
        aria-rowcount={rows}
        aria-colcount={columns}
        style={{ height: `${rows * rowHeight}px` }}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const index = indexOf(target);
          if (index !== undefined) goTo(index);
        }}
        onDblClick={({ target }) => {
          const entry = store.entryAt(indexOf(target) ?? -1);
          if (entry !== undefined) host.post({ type: "act", task: entry.task, action: "open" });
        }}
        onContextMenu={({ target }) => {
          const index = indexOf(target);
          if (index !== undefined) onActive(index);
        }}
      >
        {shown.map((row) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the cells of the grid have the focus
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
              return <Cell key={`at-${index}`} entry={store.entryAt(index)} {...{ index, column }} isActive={index === current} />;
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

const isRightToLeft = () => document.documentElement.dir === "rtl";
