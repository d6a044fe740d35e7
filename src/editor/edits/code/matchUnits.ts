/** Finds the units of a document that the units of an answer's code are new versions of. */
import { diffArrays } from "diff";
import { inclusionOf, isInclusion, modifiers } from "./unitNames.ts";
import type { Unit } from "./units.ts";

/** Milliseconds for one comparison; after that, only names are compared. */
const longestComparison = 200;

/** From the index of each code unit to the index of its document unit. Units without a counterpart are missing. */
export function matchUnits(code: readonly Unit[], document: readonly Unit[]): Map<number, number> {
  const matched = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (one: number, other: number) => {
    matched.set(one, other);
    taken.add(other);
  };
  for (const [one, other] of commonKeys(code, document)) pair(one, other);
  // A definition may have moved, or have other parameters.
  for (const field of ["key", "name"] as const) {
    const own = indexesBy(code, field);
    const others = indexesBy(document, field);
    for (const [text, indexes] of own) {
      const counterparts = others.get(text) ?? [];
      const [one, other] = [indexes[0], counterparts[0]];
      if (indexes.length !== 1 || counterparts.length !== 1 || one === undefined || other === undefined) continue;
      if (isConstructorOf(code[one], document[other]) || isConstructorOf(document[other], code[one])) continue;
      if (!matched.has(one) && !taken.has(other)) pair(one, other);
    }
  }
  return matched;
}

/** A class and its constructor have the same name. */
function isConstructorOf(one: Unit | undefined, other: Unit | undefined): boolean {
  if (one?.name === undefined || other === undefined) return false;
  return one.key.replace(modifiers, "").startsWith(`${one.name}(`) && /\b(?:class|struct|record|enum)\s/.test(other.key);
}

function indexesBy(units: readonly Unit[], field: "key" | "name"): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, unit] of units.entries()) {
    const text = unit[field];
    if (text === undefined || text === "" || unit.name === undefined) continue;
    found.set(text, [...(found.get(text) ?? []), index]);
  }
  return found;
}

function commonKeys(code: readonly Unit[], document: readonly Unit[]): [number, number][] {
  const keysOf = (units: readonly Unit[]) => units.map(({ key, type }, index) => (type === "elision" ? `\n${index}` : key));
  const parts = diffArrays(keysOf(document), keysOf(code), { timeout: longestComparison }) ?? [];
  const pairs: [number, number][] = [];
  let [one, other] = [0, 0];
  for (const { added, removed, value } of parts) {
    if (!added && !removed) for (let step = 0; step < value.length; step += 1) pairs.push([one + step, other + step]);
    if (!removed) one += value.length;
    if (!added) other += value.length;
  }
  return pairs;
}

const swiftEntries = "package|product|library|executable|target|executableTarget|testTarget|binaryTarget|plugin|macro";
/** What identifies a dependency or a target of a Swift package, and a dependency of sbt: such entries differ in little else. */
const identities = [
  new RegExp(String.raw`^\.(?:${swiftEntries})\((?:url|path|name|id):\s*"([^"]*)"`),
  /^("[^"]*"\s*%{1,3}\s*"[^"]*")\s*%\s/,
];

function identityOf(key: string): string | undefined {
  return identities.map((identity) => identity.exec(key)?.[1]).find((found) => found !== undefined);
}

/** Whether a statement is probably another version of one in the document. */
export function areSimilar(one: Unit, other: Unit): boolean {
  if (isInclusion(one.key)) return inclusionOf(one.key) === inclusionOf(other.key);
  const [identity, another] = [identityOf(one.key), identityOf(other.key)];
  if (identity !== undefined && another !== undefined) return identity === another;
  const haveNames = one.name !== undefined && other.name !== undefined && !one.key.startsWith("- ");
  if (haveNames && one.name !== other.name) return false;
  const [assigned, value] = assignmentOf(one.key);
  // A statement that uses what it assigns follows the earlier assignment.
  if (assigned !== undefined && value.includes(assigned)) return false;
  if (assigned !== undefined && assigned === assignmentOf(other.key)[0]) return true;
  if ((one.type === "statement") !== (other.type === "statement")) return false;
  if (one.name !== undefined && other.name !== undefined && one.type === "definition") return one.name === other.name;
  const exit = /^(?:return|raise|throw)\b/;
  if (exit.test(one.key) && exit.test(other.key)) return true;
  const [words, others] = [wordsOf(one.key), wordsOf(other.key)];
  const shared = words.filter((word) => others.includes(word)).length;
  return words[0] === others[0] && shared > 1 && (2 * shared) / (words.length + others.length) >= 0.7;
}

/** Whether both are an element of markup with content of its own, and the same name. */
export function areSameElement(one: Unit, other: Unit): boolean {
  const nameOf = ({ key, head, last }: Unit) => (last > head ? /^<([A-Za-z][\w.:-]*)/.exec(key)?.[1] : undefined);
  const name = nameOf(one);
  return name !== undefined && name === nameOf(other);
}

/** What a statement assigns to, or a pattern before an arrow, and the value. */
function assignmentOf(key: string): [target: string | undefined, value: string] {
  const match = /^([\w.$[\]]+)\s*=(?![=>])(.*)$/.exec(key);
  if (match !== null) return [match[1], match[2] ?? ""];
  const [pattern = "", ...values] = key.split("=>");
  return values.length > 0 && /^[\w:.'"]/.test(pattern) && !pattern.includes("=") ? [pattern.trim(), values.join("=>")] : [undefined, ""];
}

function wordsOf(text: string): string[] {
  return [...new Set(text.match(/[\p{L}\p{N}_$]+/gu) ?? [])];
}
