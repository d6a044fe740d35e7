/** Which results are selected: what is done with one of them is done with all. */
import type { PanelEntry } from "../../library/toLibrary.ts";
import { pageSize } from "../../library/toLibraryHost.ts";

/** A longer range ends after as many: it is in two pages at most. */
const mostInRange = pageSize;

export interface Selection {
  /** Keys of their tasks by their numbers, in the order in which they were selected; a file without a task has an empty one. */
  readonly chosen: ReadonlyMap<number, string>;
  /** Position at which a range begins. */
  readonly anchor: number | undefined;
}

type Selected = Pick<PanelEntry, "number" | "task">;

export const nothingSelected: Selection = { chosen: new Map(), anchor: undefined };

/** These alone. */
export function select(entries: readonly Selected[], anchor: number): Selection {
  return { chosen: new Map(entries.map(({ number, task }) => [number, task ?? ""])), anchor };
}

/** `active`: where nothing is selected yet, what has the focus counts as selected. */
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

/** What VS Code gives commands: of which task it is, where it has one. */
export function nameOf(number: number, key: string): { key?: string; number: number } {
  return { ...(key === "" ? {} : { key }), number };
}

export function namesOf(chosen: ReadonlyMap<number, string>): { key?: string; number: number }[] {
  return Array.from(chosen, ([number, key]) => nameOf(number, key));
}

/** What is meant where something is done with one result: all that are selected, where it is among them. */
export function meantBy({ chosen }: Selection, { number, task }: Selected): ReadonlyMap<number, string> {
  return chosen.has(number) ? chosen : new Map([[number, task ?? ""]]);
}
