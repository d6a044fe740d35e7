/** The selected results. An action on one of them applies to all. */
import type { PanelEntry } from "../../library/libraryProtocol.ts";
import { pageSize } from "../../library/libraryProtocol.ts";

/** Maximum length of a range, so that it spans at most two pages. */
const mostInRange = pageSize;

export interface Selection {
  /** Keys of the tasks by result number, in the order of selection; "" for a file without a task. */
  readonly chosen: ReadonlyMap<number, string>;
  /** Position at which a range starts. */
  readonly anchor: number | undefined;
}

type Selected = Pick<PanelEntry, "number" | "task">;

export const nothingSelected: Selection = { chosen: new Map(), anchor: undefined };

/** Selects only these. */
export function select(entries: readonly Selected[], anchor: number): Selection {
  return { chosen: new Map(entries.map(({ number, task }) => [number, task ?? ""])), anchor };
}

/** `active`: if nothing is selected yet, the focused result counts as selected. */
export function toggle({ chosen }: Selection, entry: Selected, index: number, active?: Selected): Selection {
  const next = new Map(chosen);
  if (chosen.size === 0 && active !== undefined) next.set(active.number, active.task ?? "");
  if (chosen.has(entry.number)) next.delete(entry.number);
  else next.set(entry.number, entry.task ?? "");
  return { chosen: next, anchor: index };
}

/** First and last position of a range. */
export function rangeOf(anchor: number, to: number): { first: number; last: number } {
  const end = Math.max(anchor - mostInRange + 1, Math.min(anchor + mostInRange - 1, to));
  return { first: Math.min(anchor, end), last: Math.max(anchor, end) };
}

/** The argument for commands: the number and, if there is a task, its key. */
export function nameOf(number: number, key: string): { key?: string; number: number } {
  return { ...(key === "" ? {} : { key }), number };
}

export function namesOf(chosen: ReadonlyMap<number, string>): { key?: string; number: number }[] {
  return Array.from(chosen, ([number, key]) => nameOf(number, key));
}

/** The results that an action on one result applies to: all selected ones if it is among them. */
export function meantBy({ chosen }: Selection, { number, task }: Selected): ReadonlyMap<number, string> {
  return chosen.has(number) ? chosen : new Map([[number, task ?? ""]]);
}
