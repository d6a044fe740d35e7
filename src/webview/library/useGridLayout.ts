/** Lays out the grid in its scrolling region: the size, the rows in sight, and scrolling to a result. */
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { type GridLayout, layOut, rowsInSight } from "./gridLayout.ts";
import { usePanel } from "./panel.ts";

export interface ShownGrid {
  layout: GridLayout;
  /** Of the region, in CSS pixels. */
  size: { width: number; height: number };
  /** Rows in sight. */
  sight: { first: number; last: number };
  /** Called when the region was scrolled. */
  look(): void;
  bringIntoSight(index: number): void;
}

/** `current`: index of the active result. */
export function useGridLayout(region: RefObject<HTMLElement | null>, total: number, current: number): ShownGrid {
  const { store } = usePanel();
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [sight, setSight] = useState({ first: 0, last: -1 });
  const layout = useMemo(() => layOut(size.width, total), [size.width, total]);
  const { columns, rowHeight } = layout;

  const look = () => {
    if (region.current === null) return;
    const next = rowsInSight(layout, region.current.scrollTop, size.height);
    setSight((before) => (before.first === next.first && before.last === next.last ? before : next));
  };

  function bringIntoSight(index: number): void {
    const element = region.current;
    if (element === null) return;
    const top = Math.floor(index / columns) * rowHeight;
    const { scrollTop, clientHeight } = element;
    if (top < scrollTop) element.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight) element.scrollTop = top + rowHeight - clientHeight;
    look();
  }

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
  return { layout, size, sight, look, bringIntoSight };
}
