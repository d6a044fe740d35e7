/** A row of the grid. */
import { Cell } from "./Cell.tsx";
import type { GridLayout } from "./gridLayout.ts";
import { useLibrary, usePanel } from "./panel.ts";
import type { Selection } from "./selection.ts";

interface RowProps {
  row: number;
  total: number;
  layout: GridLayout;
  /** Index of the active result. */
  current: number;
  selection: Selection;
}

export function GridRow({ row, total, layout: { columns, rowHeight }, current, selection }: RowProps) {
  const { store } = usePanel();
  const { query } = useLibrary();
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the cells of the grid take the focus
    <div
      class="row"
      role="row"
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
        return (
          <Cell
            key={`at-${index}`}
            {...{ entry, index, column, isSelected, selected }}
            isVariant={query.stack !== undefined}
            isActive={index === current}
          />
        );
      })}
    </div>
  );
}
