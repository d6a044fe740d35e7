/** Finds the part of a document that code of an answer is a new version of. */
import { matchUnits } from "./matchUnits.ts";
import { isComment, variable } from "./unitNames.ts";
import { bodyOf, type CodeSource, isMapUnit, shareMembers, splitUnits, type Unit } from "./units.ts";

export interface Level {
  units: readonly Unit[];
  /** What the code lacks is kept: at the root, beside definitions, and between the members of a map. */
  keepsAll: boolean;
  isRoot: boolean;
  /** Its rules hold under a condition only, unlike those of code without the condition. */
  isConditional?: boolean;
}

/** The level of the document with the most counterparts; undefined: none, or several levels have as many. */
export function findLevel(document: CodeSource, code: CodeSource, units: readonly Unit[]): Level | undefined {
  const texts = new Set(units.flatMap(({ key, name }) => [key, name]).filter((text) => text !== undefined && text !== ""));
  let best: { level: Level; score: number; shared: number; isOnly: boolean } | undefined;
  for (const level of levelsOf(document)) {
    if (!level.units.some(({ key, name }) => texts.has(key) || (name !== undefined && texts.has(name)))) continue;
    const matched = matchUnits(units, level.units);
    let score = 0;
    for (const [one, other] of matched) score += weigh(document, code, units[one], level.units[other]);
    if (score === 0) continue;
    const shared = countShared(document, code, units, level.units, matched);
    if (best === undefined || score > best.score || (score === best.score && shared > best.shared))
      best = { level, score, shared, isOnly: true };
    else if (score === best.score && shared === best.shared && level.isConditional !== true) best.isOnly = false;
  }
  return best?.isOnly === true && !isDoubtful(units, best.level.units) ? best.level : undefined;
}

/** Lines that units have in common with their counterparts, which distinguish units with the same first line. */
function countShared(
  document: CodeSource,
  code: CodeSource,
  units: readonly Unit[],
  others: readonly Unit[],
  matched: ReadonlyMap<number, number>,
): number {
  const linesOf = ({ lines }: CodeSource, unit: Unit | undefined) =>
    unit === undefined ? [] : lines.slice(unit.first, unit.last + 1).map((line) => line.trim());
  return [...matched].reduce((count, [one, other]) => {
    const there = new Set(linesOf(document, others[other]));
    return count + linesOf(code, units[one]).filter((line) => line !== "" && there.has(line)).length;
  }, 0);
}

function weigh(document: CodeSource, code: CodeSource, one: Unit | undefined, other: Unit | undefined): number {
  if (one === undefined || other === undefined) return 0;
  const isTrivial = one.key.length < 3 || /^(?:[)\]}]|end\b|else\b|return\b|break\b|continue\b|pass\b)/.test(one.key);
  if (one.type === "definition") return one.key === other.key ? 4 : 3;
  if (one.key !== other.key) return 1;
  if (one.key === "{" && !shareMembers(code, one, document, other)) return 0;
  return one.type === "block" ? 3 : isTrivial ? 0 : 1;
}

/** Whether a counterpart could be another unit with the same first line, such as an overload. */
function isDoubtful(units: readonly Unit[], others: readonly Unit[]): boolean {
  const matched = matchUnits(units, others);
  return units.some(({ key, type }, index) => {
    if (type !== "definition" && type !== "block") return false;
    const count = (all: readonly Unit[]) => all.filter((unit) => unit.key === key).length;
    if (count(others) <= count(units) || count(others) === 1) return false;
    const [parent, other] = [parentOf(units, index), parentOf(others, matched.get(index) ?? -1)];
    return parent === undefined || other === undefined || matched.get(parent) !== other;
  });
}

/** The index of the section of Markdown that contains another one. */
function parentOf(units: readonly Unit[], index: number): number | undefined {
  const levelOf = (unit: Unit | undefined) => /^#+(?=\s)/.exec(unit?.key ?? "")?.[0].length ?? 0;
  const level = levelOf(units[index]);
  const parent = units.slice(0, Math.max(0, index)).findLastIndex((unit) => levelOf(unit) > 0 && levelOf(unit) < level);
  return parent < 0 ? undefined : parent;
}

function* levelsOf(document: CodeSource, within?: Unit): Generator<Level> {
  const body = within === undefined ? { first: 0, last: document.lines.length - 1 } : bodyOf(document, within);
  if (body === undefined) return;
  const units = splitUnits(document, body.first, body.last);
  yield {
    units,
    keepsAll: within === undefined || keepsMembers(within, units),
    isRoot: within === undefined,
    isConditional: within?.key.startsWith("@") === true && isRuleGroup(within),
  };
  for (const unit of units) if (unit.last > unit.head) yield* levelsOf(document, unit);
}

/** Whether each unit is a member of a map. */
export function isMembers(units: readonly Unit[]): boolean {
  return units.length > 0 && units.every(({ type, name, key }) => type === "elision" || name !== undefined || isComment(key));
}

/**
 * Whether members in curly brackets, such as the properties of a rule or a type, may be a part of those in the document. With new ones beside
 * most of those in the document they are all of them.
 */
export function isPartOfMembers({ key }: Unit, units: readonly Unit[], others: readonly Unit[]): boolean {
  const namesOf = (all: readonly Unit[]) =>
    new Set(all.flatMap((unit) => unit.name ?? (isEnumeration ? nameOfValue(unit) : undefined) ?? []));
  const isEnumeration = /\benum\b/.test(key);
  const [names, known] = [namesOf(units), namesOf(others)];
  const shared = [...names].filter((name) => known.has(name)).length;
  if (key.startsWith("<")) return names.size === units.length && shared === names.size;
  if (
    !key.endsWith("{") ||
    ![units, others].every((all) => (isEnumeration || isMembers(all)) && !all.some((unit) => variable.test(unit.key)))
  )
    return false;
  return shared === names.size || shared * 3 < known.size * 2;
}

/** A value of an enumeration, such as `RED = 1,`. */
function nameOfValue({ key, type }: Unit): string | undefined {
  return type === "statement" ? /^\w+(?=\s*(?:[=,(]|$))/.exec(key)?.[0] : undefined;
}

export function keepsMembers(within: Unit, units: readonly Unit[]): boolean {
  return (
    within.isTable === true ||
    units.some(({ type }) => type === "definition") ||
    (isMapUnit(within) && isMembers(units)) ||
    isRuleGroup(within)
  );
}

const groupOfRules = /^@(?:media|supports|container|layer|scope)\b.*\{$/;
const groupOfImports = /^import \($/;
const partOfPage = /^<(?:html|head|style)\b/;
/** Blocks of Gradle, Jenkins, nginx, Bundler and CocoaPods. */
const gradleBuild = "android|allprojects|application|build(?:Features|script|Types)|compileOptions|constraints|defaultConfig";
const gradleDependencies = "dependenc(?:ies|yManagement|yResolutionManagement)|java|kotlin(?:Options)?|pluginManagement|plugins";
const gradleRest = "productFlavors|publishing|repositories|signingConfigs|sourceSets|subprojects";
const jenkins = "pipeline|stages|environment|options|parameters|tools|triggers";
const nginx = String.raw`events|http|server|stream|upstream\s+\S+`;
const ruby = String.raw`(?:abstract_target|group|target)\s+["':].*\bdo`;
const settings = new RegExp(String.raw`^(?:(?:${gradleBuild}|${gradleDependencies}|${gradleRest}|${jenkins}|${nginx})\s*\{|${ruby})$`);
/** Whether its parts are independent of each other: rules of CSS, the parts of a page, imports of Go, or settings of a build or a server. */
export function isRuleGroup({ key }: Unit): boolean {
  return [groupOfRules, groupOfImports, partOfPage, settings].some((group) => group.test(key));
}

const types = "class|interface|struct|enum|trait|impl|object|protocol|extension|record|actor|mixin";
const groups = "module|namespace|package|contract|describe";
const container = new RegExp(String.raw`^<script\b|\b(?:${types}|${groups})\b`);
export function isContainer({ key }: Unit): boolean {
  return container.test(key);
}
