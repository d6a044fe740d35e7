/** Finds and counts rows of the library by their columns. */
import { readCostRange } from "../../contract/costRangeName.ts";
import { type FacetCount, type LibraryFacet, type LibraryFacets, libraryFacets } from "./library.ts";
import type { Column, FacetColumns } from "./libraryColumns.ts";

export interface RowFilter {
  chosen: Partial<Record<LibraryFacet, readonly string[]>>;
  /** Only favourites. */
  favourites: boolean;
}

/** At most this many values of a facet are listed. */
const mostValues = 200;
const mostDays = 31;

export function isFiltered({ chosen, favourites }: RowFilter): boolean {
  return favourites || Object.values(chosen).some(({ length }) => length > 0);
}

/** Clears the mark of each row that the filter excludes. */
export function filterRows(marked: Uint8Array, columns: FacetColumns, { chosen, favourites }: RowFilter): void {
  const wanted = wantedCodes(columns, chosen);
  for (let row = 0; row < marked.length; row += 1) {
    if (marked[row] === 0) continue;
    const isLeft = (!favourites || columns.favourites[row] === 1) && wanted.every(({ codes, isWanted }) => isWanted[codes[row] ?? 0] === 1);
    if (!isLeft) marked[row] = 0;
  }
}

/** The number of marked rows with each value of a facet, given the rest of the filter. */
export function countFacets(marked: Uint8Array, columns: FacetColumns, { chosen, favourites }: RowFilter): LibraryFacets {
  const wanted = wantedCodes(columns, chosen);
  const counts = libraryFacets.map((facet) => ({
    facet,
    codes: columns[facet].codes,
    counted: new Uint32Array(columns[facet].values.length),
  }));
  let marks = 0;
  for (let row = 0; row < marked.length; row += 1) {
    if (marked[row] === 0) continue;
    const isFavourite = columns.favourites[row] === 1;
    let refused: LibraryFacet | undefined;
    let refusals = 0;
    for (const { facet, codes, isWanted } of wanted) {
      if (isWanted[codes[row] ?? 0] === 1) continue;
      refused = facet;
      refusals += 1;
    }
    if (refusals === 0 && isFavourite) marks += 1;
    if (refusals > 1 || (favourites && !isFavourite)) continue;
    for (const { facet, codes, counted } of counts) {
      if (refusals === 1 && facet !== refused) continue;
      const code = codes[row] ?? 0;
      counted[code] = (counted[code] ?? 0) + 1;
    }
  }
  const listed = (facet: LibraryFacet) => list(facet, columns, counts.find((one) => one.facet === facet)?.counted ?? new Uint32Array());
  return {
    kind: listed("kind"),
    provider: listed("provider"),
    model: listed("model"),
    tool: listed("tool"),
    month: listed("month"),
    day: listed("day"),
    cost: listed("cost"),
    folder: listed("folder"),
    favourites: marks,
  };
}

interface WantedCodes {
  facet: LibraryFacet;
  codes: Uint32Array;
  /** By code. */
  isWanted: Uint8Array;
}

function wantedCodes(columns: FacetColumns, chosen: RowFilter["chosen"]): WantedCodes[] {
  return libraryFacets.flatMap((facet) => {
    const options = new Set(chosen[facet]);
    const { values, codes } = columns[facet];
    return options.size === 0 ? [] : [{ facet, codes, isWanted: Uint8Array.from(values, (value) => Number(options.has(value))) }];
  });
}

const inOrder = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Those that are not reported last, the others by their unit, and with the highest first. */
function compareCostNames(one: string, other: string): number {
  if (one === "" || other === "") return inOrder(other, one);
  const [first, second] = [readCostRange(one), readCostRange(other)];
  return inOrder(first.unit, second.unit) || inOrder(second.range, first.range);
}

/** The rows by unit, and otherwise in the same order. Those whose cost is not reported come last. */
export function separateUnits(rows: readonly number[], { values, codes }: Column): number[] {
  const units = [...new Set(values.flatMap((value) => (value === "" ? [] : [readCostRange(value).unit])))].toSorted(inOrder);
  const groupOf = values.map((value) => (value === "" ? units.length : units.indexOf(readCostRange(value).unit)));
  const groups: number[][] = [...units, ""].map(() => []);
  for (const row of rows) groups[groupOf[codes[row] ?? 0] ?? units.length]?.push(row);
  return groups.flat();
}

function list(facet: LibraryFacet, columns: FacetColumns, counted: Uint32Array): FacetCount[] {
  const counts = columns[facet].values.map((value, code) => ({ value, count: counted[code] ?? 0 })).filter(({ count }) => count > 0);
  switch (facet) {
    case "cost":
      return counts.sort((one, other) => compareCostNames(one.value, other.value)).slice(0, mostValues);
    case "month":
      return counts.sort((one, other) => inOrder(other.value, one.value)).slice(0, mostValues);
    case "day":
      return counts.sort((one, other) => inOrder(other.value, one.value)).slice(0, mostDays);
    case "kind":
    case "provider":
    case "model":
    case "tool":
    case "folder":
      return counts.sort((one, other) => other.count - one.count || inOrder(one.value, other.value)).slice(0, mostValues);
  }
}
