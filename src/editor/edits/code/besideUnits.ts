/** What is around and inside units, where a merge replaces or inserts some: their branches, blank lines and comments. */
import { widthOf } from "./indentation.ts";
import { isPaired } from "./pairs.ts";
import { isBranch } from "./unitNames.ts";
import { type CodeSource, isMapUnit, range, type Unit } from "./units.ts";

/** The lines of a unit that begin a branch of it. */
export function branchesOf({ lines }: CodeSource, { head, last }: Unit): number[] {
  const width = widthOf(lines[head] ?? "");
  return range(head + 1, last).filter((index) => widthOf(lines[index] ?? "") === width && isBranch((lines[index] ?? "").trim()));
}

/** Whether definitions of several lines follow each other without a blank line. */
export function areClose(others: readonly Unit[]): boolean {
  return others.some(
    ({ first, last, type }, index) => index > 0 && type === "definition" && last > first && (others[index - 1]?.last ?? 0) === first - 1,
  );
}

/** Blank lines of the code after a unit. */
export function gapAfter(units: readonly Unit[], index: number): number {
  const [one, other] = [units[index], units[index + 1]];
  return one === undefined || other === undefined ? 0 : other.first - one.last - 1;
}

export function blankLines(count: number, isLong: boolean): string[] {
  return Array.from({ length: Math.max(count, isLong ? 1 : 0) }, () => "");
}

/** The first line to replace: comments and decorators stay if the code has none of their kind. */
export function startOf(document: CodeSource, counterpart: Unit, code: CodeSource, own: Unit): number {
  if (own.first === own.head || counterpart.first === counterpart.head) return counterpart.head;
  const begin = (code.lines[own.first] ?? "").trim();
  const lines = document.lines.slice(counterpart.first, counterpart.head);
  const same = lines.findIndex((line) => line.trim() === begin);
  if (same >= 0) return counterpart.first + same;
  const isAttribute = (line: string) => /^(?:@|\[|#\[)/.test(line.trim());
  return isAttribute(begin) === isAttribute(lines[0] ?? "") ? counterpart.first : counterpart.head;
}

/** Whether nearly everything has a counterpart. An answer that shows the first and the last function of many is not the whole text. */
export function coversMost(units: readonly Unit[], others: readonly Unit[], matched: ReadonlyMap<number, number>): boolean {
  const definitions = (all: readonly Unit[]) => all.filter(({ type }) => type === "definition").length;
  const length = (all: readonly Unit[]) => all.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const lost = others.filter((_, index) => !isPaired(matched, index));
  // A map that is much shorter shows some of its members.
  const shortened = [...matched].reduce((sum, [one, other]) => {
    const [own, counterpart] = [units[one], others[other]];
    const isShown = own === undefined || counterpart === undefined || !isMapUnit(own);
    return isShown ? sum : sum + Math.max(0, length([counterpart]) - length([own]));
  }, 0);
  const isMost = matched.size * 4 >= others.length * 3 && definitions(units) * 4 >= definitions(others) * 3;
  return isMost && (length(lost) + shortened) * 3 <= length(others);
}
