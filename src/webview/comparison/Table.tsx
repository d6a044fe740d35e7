/** The answers as a grid: one row per case, one column per model. A single cell is focusable. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { mostStars } from "../../contract/rating.ts";
import type { Comparison } from "../../library/comparison/comparison.ts";
import { LinkButton } from "../Button.tsx";
import { letterOf } from "./arrangeRow.ts";
import { Cell } from "./Cell.tsx";
import type { Position } from "./host.ts";
import { Summary } from "./Summary.tsx";
import { t } from "./texts.ts";

interface TableProps {
  table: Comparison;
  /** The models of each row, from left to right. */
  arrangements: readonly (readonly (number | undefined)[])[];
  isBlind: boolean;
  /** The focused answer, or the one that was focused last. */
  active: Position | undefined;
  /** Takes the focus as soon as it is rendered. */
  takesFocus: boolean;
  onActive(position: Position): void;
  onEnlarge(): void;
  onRate(position: Position, rating: number): void;
  onUse(column: number): void;
  onOpenCase(row: number): void;
}

/** Rows that Page Up and Page Down move by. */
const pageRows = 4;

/** A position of the focus in the visible order. */
interface ShownPosition {
  row: number;
  index: number;
}

/** Where a key moves the focus; undefined: it does not. `isEnd`: to the first or last row. */
function move(key: string, { row, index }: ShownPosition, last: ShownPosition, isEnd: boolean): ShownPosition | undefined {
  const forward = document.documentElement.dir === "rtl" ? -1 : 1;
  const within = (next: number, most: number) => Math.max(0, Math.min(most, next));
  switch (key) {
    case "ArrowRight":
      return { row, index: within(index + forward, last.index) };
    case "ArrowLeft":
      return { row, index: within(index - forward, last.index) };
    case "ArrowDown":
      return { row: within(row + 1, last.row), index };
    case "ArrowUp":
      return { row: within(row - 1, last.row), index };
    case "PageDown":
      return { row: within(row + pageRows, last.row), index };
    case "PageUp":
      return { row: within(row - pageRows, last.row), index };
    case "Home":
      return { row: isEnd ? 0 : row, index: 0 };
    case "End":
      return { row: isEnd ? last.row : row, index: last.index };
    default:
      return undefined;
  }
}

export function Table({ table, arrangements, isBlind, active, takesFocus, onActive, onEnlarge, onRate, onUse, onOpenCase }: TableProps) {
  const region = useRef<HTMLDivElement>(null);
  const { models, cases } = table;
  /** The position of the focus in the visible order. */
  const shown = { row: Math.min(active?.row ?? 0, cases.length - 1), index: 0 };
  shown.index = Math.max(0, arrangements[shown.row]?.indexOf(active?.column) ?? 0);

  const cellAt = (row: number, index: number) => region.current?.querySelector<HTMLElement>(`[data-cell="${row} ${index}"]`);

  useLayoutEffect(() => {
    if (takesFocus) cellAt(shown.row, shown.index)?.focus();
  }, []);

  function goTo(row: number, index: number): void {
    const column = arrangements[row]?.[index];
    if (column !== undefined) onActive({ row, column });
    const cell = cellAt(row, index);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Buttons and players in the cell handle their own keys.
    if (!(event.target instanceof HTMLElement) || !event.target.matches("[data-cell]") || event.altKey) return;
    const column = arrangements[shown.row]?.[shown.index];
    const cell = column === undefined ? undefined : table.cases[shown.row]?.cells[column];
    const answers = arrangements[shown.row]?.filter((one) => one !== undefined).length ?? 1;
    const next = move(event.key, shown, { row: cases.length - 1, index: answers - 1 }, event.ctrlKey || event.metaKey);
    if (next !== undefined) goTo(next.row, next.index);
    else if (column === undefined || !cell || event.ctrlKey || event.metaKey) return;
    else if (event.key === "Enter" || event.key === " ") enlarge(shown.row, shown.index);
    else if (/^\d$/.test(event.key) && Number(event.key) <= mostStars && cell.answers.length > 0)
      onRate({ row: shown.row, column }, Number(event.key));
    else return;
    event.preventDefault();
  }

  function enlarge(row: number, index: number): void {
    const column = arrangements[row]?.[index];
    if (column === undefined || !cases[row]?.cells[column]) return;
    onActive({ row, column });
    onEnlarge();
  }

  function onClick({ target }: MouseEvent): void {
    if (!(target instanceof Element) || target.closest("button, audio") !== null) return;
    const at = positionOf(target);
    if (at !== undefined) enlarge(at.row, at.index);
  }

  function positionOf(target: EventTarget | null): (Position & { index: number }) | undefined {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null;
    const [row, index] = cell?.dataset.cell?.split(" ").map(Number) ?? [];
    const column = row === undefined || index === undefined ? undefined : arrangements[row]?.[index];
    return row === undefined || index === undefined || column === undefined ? undefined : { row, index, column };
  }

  return (
    <div class="table-region fill" ref={region}>
      {/* biome-ignore lint/a11y/useSemanticElements: table rows cannot have the width that the page needs */}
      <div
        class="table"
        role="grid"
        aria-label={t("results")}
        aria-rowcount={cases.length + 1}
        aria-colcount={models.length + 1}
        style={{ "--models": models.length }}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocusIn={({ target }) => {
          const at = positionOf(target);
          if (at !== undefined && (at.row !== shown.row || at.index !== shown.index)) onActive({ row: at.row, column: at.column });
        }}
      >
        <Head {...{ table, isBlind, onUse }} />
        {cases.map((one, row) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive lint/suspicious/noArrayIndexKey: as above; a row is its number
          <div class="line" role="row" key={row} aria-rowindex={row + 2}>
            {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
            <div class="case" role="rowheader">
              <LinkButton dir="auto" title={t("openCase")} onClick={() => onOpenCase(row)}>
                {one.name}
              </LinkButton>
              {one.document !== "" && <div class="quiet">{one.document}</div>}
            </div>
            {(arrangements[row] ?? []).map((column, index) => (
              <Cell
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their number
                key={index}
                cell={column === undefined ? null : (one.cells[column] ?? null)}
                {...{ row, column, index, isBlind, onRate }}
                isActive={row === shown.row && index === shown.index}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The names of the models, or letters. */
function Head({ table, isBlind, onUse }: Pick<TableProps, "table" | "isBlind" | "onUse">) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the cells of the grid take the focus
    <div class="line head" role="row" aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
      <div class="corner" role="columnheader">
        {t("caseColumn")}
      </div>
      {table.models.map((model, column) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
        <div class="model" role="columnheader" key={model}>
          {isBlind ? t("answerLetter", letterOf(column)) : <Summary model={model} {...{ table, column }} onUse={() => onUse(column)} />}
        </div>
      ))}
    </div>
  );
}
