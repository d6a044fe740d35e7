/** Finds the part of a document that code of an answer is a new version of. */
import { matchUnits } from "./matchUnits.ts";
import { bodyOf, isMap, type Source, shareMembers, splitUnits, type Unit } from "./units.ts";

export interface Level {
  units: readonly Unit[];
  /** What the code lacks is kept: at the root, beside definitions, and between the members of a map. */
  keepsAll: boolean;
}

/** The level of the document with the most counterparts; undefined: none, or several levels have as many. */
export function findLevel(document: Source, code: Source, units: readonly Unit[]): Level | undefined {
  const texts = new Set(units.flatMap(({ key, name }) => [key, name]).filter((text) => text !== undefined && text !== ""));
  let best: { level: Level; score: number; isOnly: boolean } | undefined;
  for (const level of levelsOf(document)) {
    if (!level.units.some(({ key, name }) => texts.has(key) || (name !== undefined && texts.has(name)))) continue;
    const matched = matchUnits(units, level.units);
    let score = 0;
    for (const [one, other] of matched) score += weigh(document, code, units[one], level.units[other]);
    if (score === 0) continue;
    if (best === undefined || score > best.score) best = { level, score, isOnly: true };
    else if (score === best.score) best.isOnly = false;
  }
  return best?.isOnly === true && !isDoubtful(units, best.level.units) ? best.level : undefined;
}

function weigh(document: Source, code: Source, one: Unit | undefined, other: Unit | undefined): number {
  if (one === undefined || other === undefined) return 0;
  const isTrivial = one.key.length < 3 || /^(?:[)\]}]|end\b|else\b|return\b|break\b|continue\b|pass\b)/.test(one.key);
  if (one.type === "definition") return one.key === other.key ? 4 : 3;
  if (one.key !== other.key) return 1;
  if (one.key === "{" && !shareMembers(code, one, document, other)) return 0;
  return one.type === "block" ? 3 : isTrivial ? 0 : 1;
}

/** Whether a counterpart could be another unit with the same first line, such as an overload. */
function isDoubtful(units: readonly Unit[], others: readonly Unit[]): boolean {
  return units.some(({ key, type }) => {
    if (type !== "definition" && type !== "block") return false;
    const count = (all: readonly Unit[]) => all.filter((unit) => unit.key === key).length;
    return count(others) > count(units) && count(others) > 1;
  });
}

function* levelsOf(document: Source, within?: Unit): Generator<Level> {
  const body = within === undefined ? { first: 0, last: document.lines.length - 1 } : bodyOf(document, within);
  if (body === undefined) return;
  const units = splitUnits(document, body.first, body.last);
  yield { units, keepsAll: within === undefined || keepsMembers(within, units) };
  for (const unit of units) if (unit.last > unit.head) yield* levelsOf(document, unit);
}

/** Whether each unit is a member of a map. */
export function isMembers(units: readonly Unit[]): boolean {
  return units.length > 0 && units.every(({ type, name }) => type === "elision" || name !== undefined);
}

export function keepsMembers(within: Unit, units: readonly Unit[]): boolean {
  return units.some(({ type }) => type === "definition") || (isMap(within) && isMembers(units));
}

export function isContainer({ key }: Unit): boolean {
  return /\b(?:class|interface|struct|enum|trait|impl|module|namespace|object|protocol|extension|record|contract|describe|actor|mixin|package)\b/.test(
    key,
  );
}
