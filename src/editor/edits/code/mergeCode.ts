/** Merges code of an answer into a document: replaces what it is a new version of, inserts what is new, and keeps everything else. */
import { hasElisionInside, isElision } from "./elisions.ts";
import { indentationOf, indentationUnit, reindent } from "./indentation.ts";
import { areSimilar, matchUnits } from "./matchUnits.ts";
import { bodyOf, isInclusion, readSource, type Source, splitUnits, type Unit } from "./units.ts";

/**
 * `merged`: the document's lines with the code. `unplaced`: nothing in the document resembles the code. `unclear`: the code leaves parts
 * out, and it is not known which.
 */
export type Merged = { type: "merged"; lines: string[] } | { type: "unplaced" } | { type: "unclear" };

interface Edit {
  first: number;
  /** Exclusive. */
  end: number;
  lines: readonly string[];
}

interface Level {
  units: readonly Unit[];
  isRoot: boolean;
}

class UnclearError extends Error {}

export function mergeCode(lines: readonly string[], code: readonly string[], isMarkdown = false): Merged {
  const known = new Set(lines.map((line) => line.trim()));
  const filled = trimLines(code);
  const document = readSource(lines, isMarkdown);
  const answer = readSource(filled, isMarkdown, (line) => known.has(line));
  try {
    const edits = new Merge(document, answer, known).edits();
    if (edits === undefined) return { type: "unplaced" };
    return { type: "merged", lines: applyEdits(lines, edits) };
  } catch (error) {
    if (error instanceof UnclearError) return { type: "unclear" };
    throw error;
  }
}

function trimLines(code: readonly string[]): string[] {
  const lines = code.map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== "") + 1);
}

function applyEdits(lines: readonly string[], edits: readonly Edit[]): string[] {
  const result = [...lines];
  // From the end, so that lines keep their numbers. At the same line, an insertion goes before what is replaced.
  const ordered = edits
    .map((edit, index) => ({ ...edit, index, isInsertion: Number(edit.end === edit.first) }))
    .toSorted((one, other) => other.first - one.first || one.isInsertion - other.isInsertion || other.index - one.index);
  for (const { first, end, lines: added } of ordered) result.splice(first, end - first, ...added);
  return result;
}

class Merge {
  readonly #document: Source;
  readonly #code: Source;
  readonly #known: ReadonlySet<string>;
  readonly #unit: string | undefined;
  readonly #hasElision: boolean;

  constructor(document: Source, code: Source, known: ReadonlySet<string>) {
    this.#document = document;
    this.#code = code;
    this.#known = known;
    this.#unit = indentationUnit(document.lines);
    this.#hasElision = code.lines.some((_, index) => this.#isElided(index));
  }

  /** undefined: the code has no location. */
  edits(): Edit[] | undefined {
    const units = splitUnits(this.#code);
    const level = this.#isComplete() ? this.#findLevel(units) : undefined;
    if (level !== undefined) {
      const matched = matchUnits(units, level.units);
      const isOnlyStatements = [...matched.keys()].every((index) => units[index]?.type === "statement");
      if (this.#hasElision || !isOnlyStatements) return this.#mergeLevel(units, level);
      return this.#replaceStatements(units, level.units, matched);
    }
    if (this.#hasElision && this.#document.lines.some((line) => line.trim() !== "")) throw new UnclearError();
    return undefined;
  }

  /** Whether all brackets of the code are closed. */
  #isComplete(): boolean {
    const { lines, isMarkdown } = this.#code;
    if (lines.length === 0) return false;
    return isMarkdown || this.#code.starts.some(({ depth }) => depth > 0) || !lines.some((line) => /[([{]\s*$/.test(line));
  }

  #isElided(index: number): boolean {
    const line = this.#code.lines[index] ?? "";
    const isKnown = (text: string) => this.#known.has(text);
    if (isKnown(line.trim()) || this.#code.starts[index]?.isInside === true) return false;
    return isElision(line, isKnown) || hasElisionInside(line);
  }

  /** The level of the document with the most counterparts; undefined: none, or several levels have as many. */
  #findLevel(units: readonly Unit[]): Level | undefined {
    const texts = new Set(units.flatMap(({ key, name }) => [key, name]).filter((text) => text !== undefined && text !== ""));
    let best: { level: Level; score: number; isOnly: boolean } | undefined;
    for (const level of this.#levels()) {
      if (!level.units.some(({ key, name }) => texts.has(key) || (name !== undefined && texts.has(name)))) continue;
      const matched = matchUnits(units, level.units);
      let score = 0;
      for (const [one, other] of matched) score += this.#weigh(units[one], level.units[other]);
      if (score === 0) continue;
      if (best === undefined || score > best.score) best = { level, score, isOnly: true };
      else if (score === best.score) best.isOnly = false;
    }
    return best?.isOnly === true && !this.#isDoubtful(units, best.level.units) ? best.level : undefined;
  }

  #weigh(one: Unit | undefined, other: Unit | undefined): number {
    if (one === undefined || other === undefined) return 0;
    const isTrivial = one.key.length < 3 || /^(?:[)\]}]|end\b|else\b|return\b|break\b|continue\b|pass\b)/.test(one.key);
    if (one.type === "definition") return one.key === other.key ? 4 : 3;
    if (one.key !== other.key) return 1;
    return one.type === "block" ? 3 : isTrivial ? 0 : 1;
  }

  /** Whether a counterpart could be another unit with the same first line, such as an overload. */
  #isDoubtful(units: readonly Unit[], others: readonly Unit[]): boolean {
    return units.some(({ key, type }) => {
      if (type !== "definition" && type !== "block") return false;
      const count = (all: readonly Unit[]) => all.filter((unit) => unit.key === key).length;
      return count(others) > count(units) && count(others) > 1;
    });
  }

  *#levels(within?: Unit): Generator<Level> {
    const body = within === undefined ? { first: 0, last: this.#document.lines.length - 1 } : bodyOf(this.#document, within);
    if (body === undefined) return;
    const units = splitUnits(this.#document, body.first, body.last);
    yield { units, isRoot: within === undefined };
    for (const unit of units) if (unit.last > unit.head) yield* this.#levels(unit);
  }

  /** Statements replace a passage if they begin and end like it. */
  #replaceStatements(units: readonly Unit[], others: readonly Unit[], matched: ReadonlyMap<number, number>): Edit[] | undefined {
    const [first, last] = [units[0], units.at(-1)];
    const [from, to] = [matched.get(0), matched.get(units.length - 1)];
    if (first === undefined || last === undefined || from === undefined || to === undefined || units.length < 2 || to <= from)
      return undefined;
    if (this.#document.lines.filter((line) => line.trim() === first.key).length !== 1) return undefined;
    const replaced = others.slice(from, to + 1);
    const lost = replaced.filter(({ type, key }, index) => !isPaired(matched, from + index) && (type !== "statement" || isInclusion(key)));
    if (lost.length > 0) return this.#mergeLevel(units, { units: others, isRoot: true });
    const [begin, end] = [replaced[0], replaced.at(-1)];
    if (begin === undefined || end === undefined) return undefined;
    return [{ first: begin.head, end: end.last + 1, lines: this.#write(first.first, last.last, first, begin) }];
  }

  /** The code's lines with the indentation of their location in the document. */
  #write(first: number, last: number, from: Unit, to: Unit | undefined): string[] {
    const lines = this.#code.lines.slice(first, last + 1);
    const own = indentationOf(this.#code.lines[from.head] ?? "");
    return reindent(lines, {
      from: own,
      to: to === undefined ? own : indentationOf(this.#document.lines[to.head] ?? ""),
      unit: this.#unit,
    });
  }

  #mergeLevel(units: readonly Unit[], level: Level): Edit[] {
    const others = level.units;
    const matched = matchUnits(units, others);
    if (this.#isWhole(units, others, matched)) {
      const [first, last, begin, end] = [units[0], units.at(-1), others[0], others.at(-1)];
      if (first === undefined || last === undefined || begin === undefined || end === undefined) return [];
      return [
        {
          first: startOf(this.#document, begin, this.#code, first),
          end: end.last + 1,
          lines: this.#write(first.first, last.last, first, begin),
        },
      ];
    }
    const paired = this.#pairSimilar(units, others, matched);
    const keepsAll = level.isRoot || others.some(({ type }) => type === "definition");
    const edits: Edit[] = [];
    for (const [one, other] of paired) {
      const [own, counterpart] = [units[one], others[other]];
      if (own !== undefined && counterpart !== undefined) edits.push(...this.#mergeUnit(own, counterpart));
    }
    for (const [index, unit] of units.entries())
      if (unit.type !== "elision" && !paired.has(index)) edits.push(this.#insert(units, index, others, paired));
    if (!keepsAll) edits.push(...this.#removeReplaced(units, others, paired));
    return edits;
  }

  /** Whether the code repeats the level from its first to its last unit, with unchanged parts, so that what it lacks is removed. */
  #isWhole(units: readonly Unit[], others: readonly Unit[], matched: ReadonlyMap<number, number>): boolean {
    if (this.#hasElision || matched.size === 0) return false;
    const isSame = ([one, other]: [number, number]) => {
      const [own, counterpart] = [units[one], others[other]];
      if (own === undefined || counterpart === undefined) return false;
      const text = this.#write(own.head, own.last, own, counterpart).join("\n");
      return (
        text ===
        this.#document.lines
          .slice(counterpart.head, counterpart.last + 1)
          .map((line) => line.trimEnd())
          .join("\n")
      );
    };
    const same = [...matched].filter(isSame);
    const spans = matched.get(0) === 0 && matched.get(units.length - 1) === others.length - 1;
    // An answer that shows the first and the last function of many is not the whole text.
    const hasMost = matched.size * 4 >= others.length * 3;
    return (spans && hasMost && same.length > 0) || (same.length === units.length && units.length > 1 && spans && hasMost);
  }

  /** Also pairs statements that are similar, and between the same counterparts. */
  #pairSimilar(units: readonly Unit[], others: readonly Unit[], matched: ReadonlyMap<number, number>): Map<number, number> {
    const paired = new Map(matched);
    const taken = new Set(matched.values());
    for (const [index, unit] of units.entries()) {
      if (paired.has(index) || unit.type === "elision") continue;
      const before = previousPair(paired, index) ?? -1;
      const after = nextPair(paired, units, index) ?? others.length;
      const free = Array.from({ length: Math.max(0, after - before - 1) }, (_, step) => before + 1 + step).filter((one) => !taken.has(one));
      const similar = free.find((one) => {
        const other = others[one];
        return other !== undefined && areSimilar(unit, other);
      });
      if (similar === undefined) continue;
      paired.set(index, similar);
      taken.add(similar);
    }
    return paired;
  }

  #mergeUnit(own: Unit, counterpart: Unit): Edit[] {
    const isElided = range(own.first, own.last).some((index) => this.#isElided(index));
    const [body, other] = [bodyOf(this.#code, own), bodyOf(this.#document, counterpart)];
    const first = startOf(this.#document, counterpart, this.#code, own);
    const whole: Edit = { first, end: counterpart.last + 1, lines: this.#write(own.first, own.last, own, counterpart) };
    if (body === undefined || other === undefined) {
      if (isElided && own.last === own.first && own.type === "definition") return [];
      if (isElided) throw new UnclearError();
      return [whole];
    }
    const [units, others] = [splitUnits(this.#code, body.first, body.last), splitUnits(this.#document, other.first, other.last)];
    const haveMembers = [units, others].every((all) => all.some(({ type }) => type === "definition")) && isContainer(own);
    if (!isElided && !haveMembers) return [whole];
    const inner = this.#mergeLevel(units, { units: others, isRoot: false });
    return [
      { first, end: other.first, lines: this.#write(own.first, body.first - 1, own, counterpart) },
      ...inner,
      { first: other.last + 1, end: counterpart.last + 1, lines: this.#closing(own, body.last, counterpart, other.last) },
    ];
  }

  /** Blank lines before the end are the document's. */
  #closing(own: Unit, bodyLast: number, counterpart: Unit, otherLast: number): string[] {
    const isBlank = (line: string) => line.trim() === "";
    const kept = this.#document.lines.slice(otherLast + 1, counterpart.last + 1);
    const blank = kept.slice(
      0,
      Math.max(
        0,
        kept.findIndex((line) => !isBlank(line)),
      ),
    );
    const lines = this.#write(bodyLast + 1, own.last, own, counterpart);
    return [
      ...blank,
      ...lines.slice(
        Math.max(
          0,
          lines.findIndex((line) => !isBlank(line)),
        ),
      ),
    ];
  }

  /** Inserts a new unit beside the unit that it follows or precedes in the code. */
  #insert(units: readonly Unit[], index: number, others: readonly Unit[], paired: ReadonlyMap<number, number>): Edit {
    const unit = units[index];
    if (unit === undefined || range(unit.first, unit.last).some((line) => this.#isElided(line))) throw new UnclearError();
    const [isElidedBefore, isElidedAfter] = [isElidedBeside(units, paired, index, -1), isElidedBeside(units, paired, index, 1)];
    if (isElidedBefore && isElidedAfter && unit.type !== "definition" && !isInclusion(unit.key)) throw new UnclearError();
    const before = previousPair(paired, index);
    const after = nextPair(paired, units, index);
    const lastInclusion = isInclusion(unit.key) ? others.findLastIndex(({ key }) => isInclusion(key)) : -1;
    const isBefore = (before === undefined || isElidedBefore) && after !== undefined && lastInclusion < 0;
    const anchor =
      lastInclusion >= 0 ? lastInclusion : isBefore ? after : isElidedBefore || before === undefined ? others.length - 1 : before;
    // A unit that the code begins with, before everything that it leaves out.
    const atStart = before === undefined && !isElidedBefore && isElidedAfter && after === undefined && lastInclusion < 0;
    const beside = others[atStart ? 0 : anchor];
    const lines = this.#write(unit.first, unit.last, unit, beside);
    const isLong = lines.length > 1 && unit.type === "definition";
    if (beside === undefined) throw new UnclearError();
    if (isBefore || atStart)
      return { first: beside.first, end: beside.first, lines: [...lines, ...blankLines(gapAfter(units, index), isLong)] };
    const gap = lastInclusion >= 0 ? 0 : gapAfter(units, index - 1);
    return { first: beside.last + 1, end: beside.last + 1, lines: [...blankLines(gap, isLong), ...lines] };
  }

  /** Statements of a function between counterparts that the code repeats without an elision between them. */
  #removeReplaced(units: readonly Unit[], others: readonly Unit[], paired: ReadonlyMap<number, number>): Edit[] {
    const kept = new Set(paired.values());
    return others.flatMap((other, index) => {
      if (kept.has(index) || other.type === "definition" || isInclusion(other.key)) return [];
      const before = [...paired].filter(([, at]) => at < index).toSorted(([, one], [, two]) => two - one)[0]?.[0] ?? -1;
      const after = [...paired].filter(([, at]) => at > index).toSorted(([, one], [, two]) => one - two)[0]?.[0] ?? units.length;
      if (units.slice(before + 1, Math.max(before + 1, after)).some(({ type }) => type === "elision")) return [];
      return [{ first: other.first, end: other.last + 1, lines: [] }];
    });
  }
}

function isContainer({ key }: Unit): boolean {
  return /\b(?:class|interface|struct|enum|trait|impl|module|namespace|object|protocol|extension|record|contract|describe|actor|mixin|package)\b/.test(
    key,
  );
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

function isPaired(matched: ReadonlyMap<number, number>, other: number): boolean {
  return [...matched.values()].includes(other);
}

function previousPair(paired: ReadonlyMap<number, number>, index: number): number | undefined {
  for (let before = index - 1; before >= 0; before -= 1) if (paired.has(before)) return paired.get(before);
  return undefined;
}

function nextPair(paired: ReadonlyMap<number, number>, units: readonly Unit[], index: number): number | undefined {
  for (let after = index + 1; after < units.length; after += 1) if (paired.has(after)) return paired.get(after);
  return undefined;
}

/** Whether an elision is between a unit and the next one in this direction that has a counterpart. */
function isElidedBeside(units: readonly Unit[], paired: ReadonlyMap<number, number>, index: number, step: 1 | -1): boolean {
  for (let at = index + step; at >= 0 && at < units.length && !paired.has(at); at += step) if (units[at]?.type === "elision") return true;
  return false;
}

/** Blank lines of the code after a unit. */
function gapAfter(units: readonly Unit[], index: number): number {
  const [one, other] = [units[index], units[index + 1]];
  return one === undefined || other === undefined ? 0 : other.first - one.last - 1;
}

function blankLines(count: number, isLong: boolean): string[] {
  return Array.from({ length: Math.max(count, isLong ? 1 : 0) }, () => "");
}

/** The first line to replace: comments and decorators stay if the code has none of their kind. */
function startOf(document: Source, counterpart: Unit, code: Source, own: Unit): number {
  if (own.first === own.head || counterpart.first === counterpart.head) return counterpart.head;
  const begin = (code.lines[own.first] ?? "").trim();
  const lines = document.lines.slice(counterpart.first, counterpart.head);
  const same = lines.findIndex((line) => line.trim() === begin);
  if (same >= 0) return counterpart.first + same;
  const isAttribute = (line: string) => /^(?:@|\[|#\[)/.test(line.trim());
  return isAttribute(begin) === isAttribute(lines[0] ?? "") ? counterpart.first : counterpart.head;
}
