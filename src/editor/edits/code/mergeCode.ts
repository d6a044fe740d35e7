/** Merges code of an answer into a document: replaces what it is a new version of, inserts what is new, and keeps everything else. */
import { applyEdits, type LineEdit } from "./applyEdits.ts";
import { areClose, blankLines, branchesOf, coversMost, gapAfter, startOf } from "./besideUnits.ts";
import { hasElisionInside, isElision, isStub, joinElidedComments } from "./elisions.ts";
import { findLevel, isContainer, isMembers, isPartOfMembers, isRuleGroup, keepsMembers, type Level } from "./findLevel.ts";
import { formOf } from "./forms.ts";
import { indentationOf, indentationUnit, reindent, widthOf, withFirstIndented } from "./indentation.ts";
import { repairCommas } from "./jsonCommas.ts";
import { areSameElement, areSimilar, matchUnits } from "./matchUnits.ts";
import { isElidedBeside, isPaired, nextPair, previousPair } from "./pairs.ts";
import { closeLike, endLike, hasCommas, separateLast, separateNew } from "./unitEnds.ts";
import { isBranch, isComment, isInclusion } from "./unitNames.ts";
import { bodyOf, type CodeSource, isMapUnit, range, readSource, splitUnits, type Unit } from "./units.ts";

/**
 * `merged`: the document's lines with the code. `unplaced`: nothing in the document resembles the code. `unclear`: the code leaves parts
 * out, and it is not known which.
 * `isAdded`: the code is no new version of a part of the document, and goes after everything that is there.
 * `shortened`: the document has the code already; these are its lines without the members, such as properties, that the code does not show.
 */
export type Merged = { type: "merged"; lines: string[]; isAdded?: true; shortened?: string[] } | { type: "unplaced" } | { type: "unclear" };

class UnclearError extends Error {}

/** @param languageId The document's language. */
export function mergeCode(lines: readonly string[], code: readonly string[], languageId = ""): Merged {
  const form = formOf(languageId, lines);
  const known = new Set(lines.map((line) => line.trim()));
  const filled = withFirstIndented(trimLines(joinElidedComments(code)), indentationUnit(lines));
  const document = readSource(lines, form);
  const answer = readSource(filled, form, (line) => known.has(line));
  const finish = (edits: readonly LineEdit[]) => {
    const merged = applyEdits(lines, edits);
    return /^jsonc?$/.test(languageId) ? repairCommas(lines, merged) : merged;
  };
  try {
    const merge = new Merge(document, answer, known, "kept");
    const edits = merge.edits();
    if (edits === undefined) return { type: "unplaced" };
    const merged = finish(edits);
    const shortened = isSame(lines, merged) ? finish(new Merge(document, answer, known, "removed").edits() ?? []) : merged;
    return {
      type: "merged",
      lines: merged,
      ...(merge.isAdded ? { isAdded: true } : {}),
      ...(isSame(merged, shortened) ? {} : { shortened }),
    };
  } catch (error) {
    if (error instanceof UnclearError) return { type: "unclear" };
    throw error;
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

function trimLines(code: readonly string[]): string[] {
  const lines = code.map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => line !== "") + 1);
}

class Merge {
  readonly #document: CodeSource;
  readonly #code: CodeSource;
  readonly #known: ReadonlySet<string>;
  readonly #unit: string | undefined;
  readonly #hasElision: boolean;
  readonly #otherMembers: "kept" | "removed";
  /** Set by `edits`. */
  isAdded = false;

  /** @param otherMembers What happens to members of the document, such as properties, that the code does not show beside others. */
  constructor(document: CodeSource, code: CodeSource, known: ReadonlySet<string>, otherMembers: "kept" | "removed") {
    this.#otherMembers = otherMembers;
    this.#document = document;
    this.#code = code;
    this.#known = known;
    this.#unit = indentationUnit(document.lines);
    this.#hasElision = code.lines.some((line, index) => this.#isElided(index) || (isStub(line) && !known.has(line.trim())));
  }

  /** undefined: the code has no location. */
  edits(): LineEdit[] | undefined {
    const units = splitUnits(this.#code);
    const level = this.#isComplete() ? findLevel(this.#document, this.#code, units) : undefined;
    const root = splitUnits(this.#document);
    const hasInclusions = (all: readonly Unit[]) => all.some(({ key }) => isInclusion(key));
    const isOutside = level !== undefined && !level.isRoot && (hasInclusions(root) || !hasInclusions(level.units));
    const header = isOutside && !root.some(({ key }) => key.startsWith("<script")) ? units.filter(({ key }) => isInclusion(key)) : [];
    if (level !== undefined && header.length > 0) {
      const rest = units.filter((unit) => !header.includes(unit));
      return [...this.#mergeLevel(header, { units: root, keepsAll: true, isRoot: true }), ...(this.#mergeAt(rest, level) ?? [])];
    }
    if (level !== undefined) return this.#mergeAt(units, level);
    if (root.at(-1)?.type === "definition" && root.at(-1)?.name !== "default" && this.#addsAtEnd(units)) {
      this.isAdded = true;
      return this.#mergeLevel([...units], { units: root, keepsAll: true, isRoot: true });
    }
    if (this.#hasElision && this.#document.lines.some((line) => line.trim() !== "")) throw new UnclearError();
    return undefined;
  }

  /** Whether the code is everything that there is, and new definitions after it. */
  #addsAtEnd([first, ...added]: readonly Unit[]): boolean {
    const isNew = ({ type, head, last }: Unit) =>
      type === "definition" && widthOf(this.#code.lines[head] ?? "") === 0 && range(head, last).every((line) => !this.#isElided(line));
    return (
      this.#isComplete() && this.#code.form.sections === undefined && first?.type === "elision" && added.length > 0 && added.every(isNew)
    );
  }

  #mergeAt(units: readonly Unit[], level: Level): LineEdit[] | undefined {
    const matched = matchUnits(units, level.units);
    const isOnlyStatements = [...matched.keys()].every((index) => units[index]?.type === "statement");
    const areNamed = units.every(
      ({ type, name, key }) => /^(?:statement|definition)$/.test(type) && (name !== undefined || isComment(key)),
    );
    if (areNamed) return this.#mergeLevel(units, { ...level, keepsAll: true });
    if (this.#hasElision || !isOnlyStatements) return this.#mergeLevel(units, level, true);
    return this.#replaceStatements(units, level.units, matched);
  }

  /** Whether all brackets of the code are closed. */
  #isComplete(): boolean {
    const { lines, form } = this.#code;
    if (lines.length === 0) return false;
    return form.sections !== undefined || this.#code.starts.some(({ depth }) => depth > 0) || !lines.some((line) => /[([{]\s*$/.test(line));
  }

  #isElided(index: number): boolean {
    const line = this.#code.lines[index] ?? "";
    const isKnown = (text: string) => this.#known.has(text);
    if (isKnown(line.trim()) || this.#code.starts[index]?.isInside === true) return false;
    return isElision(line, isKnown, this.#code.form.sections === "markdown") || hasElisionInside(line);
  }

  /** Statements replace a passage if they begin and end like it. */
  #replaceStatements(units: readonly Unit[], others: readonly Unit[], matched: ReadonlyMap<number, number>): LineEdit[] | undefined {
    const [first, last] = [units[0], units.at(-1)];
    const [from, to] = [matched.get(0), matched.get(units.length - 1)];
    if (first === undefined || last === undefined || from === undefined || to === undefined || units.length < 2 || to <= from)
      return undefined;
    if (this.#document.lines.filter((line) => line.trim() === first.key).length !== 1) return undefined;
    const replaced = others.slice(from, to + 1);
    const lost = replaced.filter(({ type, key }, index) => !isPaired(matched, from + index) && (type !== "statement" || isInclusion(key)));
    if (lost.length > 0) return this.#mergeLevel(units, { units: others, keepsAll: true, isRoot: false });
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

  /** `isPassage`: the code begins and ends somewhere in the level. */
  #mergeLevel(units: readonly Unit[], level: Level, isPassage = false): LineEdit[] {
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
    const edits: LineEdit[] = [];
    for (const [one, other] of paired) {
      const [own, counterpart] = [units[one], others[other]];
      if (own === undefined || counterpart === undefined) continue;
      const isElidedBelow = units[one + 1]?.type === "elision";
      if (isElidedBelow && this.#code.form.sections !== undefined) edits.push(...this.#keepSection(own, counterpart));
      else edits.push(...this.#mergeUnit(own, isElidedBelow ? this.#withoutBranches(own, counterpart) : counterpart));
    }
    for (const [index, unit] of units.entries())
      if (unit.type !== "elision" && !paired.has(index) && !this.#isRepeated(unit)) edits.push(this.#insert(units, index, others, paired));
    edits.push(...separateLast(this.#document.lines, others, paired, edits));
    if (level.keepsAll) edits.push(...this.#replaceBetween(units, others, paired));
    else edits.push(...this.#removeReplaced(units, others, paired, isPassage));
    return edits;
  }

  /** Whether the code repeats the level from its first to its last unit, with unchanged parts, so that what it lacks is removed. */
  #isWhole(units: readonly Unit[], others: readonly Unit[], matched: ReadonlyMap<number, number>): boolean {
    if (this.#hasElision || matched.size === 0) return false;
    const isSame = ([one, other]: [number, number]) => {
      const [own, counterpart] = [units[one], others[other]];
      if (own === undefined || counterpart === undefined || own.key.startsWith("<")) return false;
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
    return spans && same.length > 0 && coversMost(units, others, matched);
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
      const like = (isLike: (unit: Unit, other: Unit) => boolean) =>
        free.filter((one) => {
          const other = others[one];
          return other !== undefined && isLike(unit, other);
        });
      // Of several with this name, none is meant.
      if (unit.name !== undefined && others.filter(({ name }) => name === unit.name).length > 1) continue;
      const elements = like(areSameElement);
      const similar = like(areSimilar)[0] ?? (elements.length === 1 ? elements[0] : undefined);
      if (similar === undefined) continue;
      paired.set(index, similar);
      taken.add(similar);
    }
    return paired;
  }

  /** A section that goes on with what the code leaves out: its text stays, and only its heading can change. */
  #keepSection(own: Unit, { head, last }: Unit): LineEdit[] {
    const there = new Set(this.#document.lines.slice(head, last + 1).map((line) => line.trim()));
    if (this.#code.lines.slice(own.head + 1, own.last + 1).some((line) => !there.has(line.trim()) && line.trim() !== ""))
      throw new UnclearError();
    return [{ first: head, end: head + 1, lines: this.#code.lines.slice(own.head, own.head + 1) }];
  }

  /** Before an elision: the branches that the code does not show, such as `else`, are left out. */
  #withoutBranches(own: Unit, counterpart: Unit): Unit {
    const next = branchesOf(this.#document, counterpart)[branchesOf(this.#code, own).length];
    if (next === undefined) return counterpart;
    // The bracket in its line closes the branch before it.
    if ((this.#document.lines[next] ?? "").trim().startsWith("}")) throw new UnclearError();
    return { ...counterpart, last: next - 1 };
  }

  /** Whether a comment at the top of a file, or a similar line, is already in the document. */
  #isRepeated({ first, last, key, type }: Unit): boolean {
    const isOutside = isInclusion(key) || isComment(key) || /^["']use \w+["'];?$/.test(key);
    return type === "statement" && isOutside && range(first, last).every((line) => this.#known.has((this.#code.lines[line] ?? "").trim()));
  }

  #mergeUnit(own: Unit, counterpart: Unit): LineEdit[] {
    const isElided = range(own.first, own.last).some((index) => this.#isElided(index));
    const [body, other] = [bodyOf(this.#code, own), bodyOf(this.#document, counterpart)];
    const first = startOf(this.#document, counterpart, this.#code, own);
    const whole: LineEdit = {
      first,
      end: counterpart.last + 1,
      lines: endLike(this.#document.lines, counterpart, this.#write(own.first, own.last, own, counterpart)),
    };
    if (own.last === own.first && isStub(this.#code.lines[own.head] ?? "") && counterpart.last > counterpart.head) return [];
    const isHeading = own.last === own.head && (this.#code.form.sections !== undefined || this.#code.form.part !== undefined);
    if (isHeading && own.type === "definition")
      return [{ first: counterpart.head, end: counterpart.head + 1, lines: this.#write(own.head, own.head, own, counterpart) }];
    if (body === undefined || other === undefined) {
      if (isElided && own.last === own.first && own.type === "definition") return [];
      if (isElided) throw new UnclearError();
      return [whole];
    }
    const [units, others] = [splitUnits(this.#code, body.first, body.last), splitUnits(this.#document, other.first, other.last)];
    const haveMembers = others.some(({ type }) => type === "definition") && isContainer(own);
    const areMaps =
      this.#otherMembers === "kept" &&
      (own.isTable === true || (isMapUnit(own) && [units, others].every(isMembers)) || isPartOfMembers(own, units, others));
    if (!isElided && !haveMembers && !areMaps && !isRuleGroup(own)) return [whole];
    // What a list leaves out may be anywhere in it.
    const isPartOfList = hasCommas(this.#document.lines, others) && units.some(({ type }) => type === "elision");
    const keepsAll = areMaps || isPartOfList || keepsMembers(counterpart, others);
    const inner = this.#mergeLevel(units, { units: others, keepsAll, isRoot: false });
    return [
      { first, end: other.first, lines: this.#write(own.first, body.first - 1, own, counterpart) },
      ...inner,
      {
        first: other.last + 1,
        end: counterpart.last + 1,
        lines: closeLike(this.#document.lines, counterpart, other.last, this.#write(body.last + 1, own.last, own, counterpart)),
      },
    ];
  }

  /** Inserts a new unit beside the unit that it follows or precedes in the code. */
  #insert(units: readonly Unit[], index: number, others: readonly Unit[], paired: ReadonlyMap<number, number>): LineEdit {
    const unit = units[index];
    if (unit === undefined || isBranch(unit.key) || range(unit.first, unit.last).some((line) => this.#isElided(line)))
      throw new UnclearError();
    const [isElidedBefore, isElidedAfter] = [isElidedBeside(units, paired, index, -1), isElidedBeside(units, paired, index, 1)];
    if (isElidedBefore && isElidedAfter && unit.type !== "definition" && !isInclusion(unit.key)) throw new UnclearError();
    const before = previousPair(paired, index);
    const after = nextPair(paired, units, index);
    const lastInclusion = isInclusion(unit.key) ? others.findLastIndex(({ key }) => isInclusion(key)) : -1;
    if (isInclusion(unit.key) && lastInclusion < 0) {
      const start = Number(/^#!/.test(this.#document.lines[0] ?? ""));
      return { first: start, end: start, lines: this.#write(unit.first, unit.last, unit, undefined) };
    }
    const isInSection = this.#code.form.sections !== undefined && unit.type !== "definition" && before !== undefined;
    const isBefore = !isInSection && (before === undefined || isElidedBefore) && after !== undefined && lastInclusion < 0;
    const anchor =
      lastInclusion >= 0
        ? lastInclusion
        : isBefore
          ? after
          : (isElidedBefore && !isInSection) || before === undefined
            ? others.length - 1
            : before;
    // A unit that the code begins with, before everything that it leaves out.
    const atStart = before === undefined && !isElidedBefore && isElidedAfter && after === undefined && lastInclusion < 0;
    const beside = others[atStart ? 0 : anchor];
    if (beside === undefined) throw new UnclearError();
    const lines = this.#write(unit.first, unit.last, unit, this.#likeIndented(units, unit, others, beside, paired));
    const isLong = lines.length > 1 && unit.type === "definition" && !unit.key.startsWith("- ") && !areClose(others);
    if (isBefore || atStart) {
      const separated = separateNew(this.#document.lines, others, lines);
      return { first: beside.first, end: beside.first, lines: [...separated, ...blankLines(gapAfter(units, index), isLong)] };
    }
    const gap = lastInclusion >= 0 ? 0 : gapAfter(units, index - 1);
    return { first: beside.last + 1, end: beside.last + 1, lines: [...blankLines(gap, isLong), ...lines] };
  }

  /** A neighbour with the indentation that the unit needs: branches are less indented than the statements between them. */
  #likeIndented(units: readonly Unit[], unit: Unit, others: readonly Unit[], beside: Unit, paired: ReadonlyMap<number, number>): Unit {
    const [one] = [...paired].find(([, other]) => others[other] === beside) ?? [];
    const own = one === undefined ? undefined : units[one];
    if (own === undefined) return beside;
    const widthIn = ({ lines }: CodeSource, { head }: Unit) => widthOf(lines[head] ?? "");
    const step = Math.sign(widthIn(this.#code, unit) - widthIn(this.#code, own));
    return others.find((other) => Math.sign(widthIn(this.#document, other) - widthIn(this.#document, beside)) === step) ?? beside;
  }

  /** Statements between two neighbouring counterparts are replaced by as many new ones between them. */
  #replaceBetween(units: readonly Unit[], others: readonly Unit[], paired: ReadonlyMap<number, number>): LineEdit[] {
    const ordered = [...paired].toSorted(([one], [other]) => one - other);
    return ordered.slice(1).flatMap(([to, end], index) => {
      const [from = 0, start = 0] = ordered[index] ?? [];
      const [added, left] = [units.slice(from + 1, to), others.slice(start + 1, Math.max(start + 1, end))];
      const areStatements = [...added, ...left].every(
        ({ type, name, key }) => type === "statement" && name === undefined && !isInclusion(key),
      );
      if (!areStatements || left.length > added.length || left.some((_, at) => isPaired(paired, start + 1 + at))) return [];
      return left.map((other) => ({ first: other.first, end: other.last + 1, lines: [] }));
    });
  }

  /** Statements of a function between counterparts that the code repeats without an elision between them. */
  #removeReplaced(units: readonly Unit[], others: readonly Unit[], paired: ReadonlyMap<number, number>, isPassage: boolean): LineEdit[] {
    const kept = new Set(paired.values());
    // A passage of a function says nothing about what is before and after it.
    const [first, last] = isPassage ? [Math.min(...kept), Math.max(...kept)] : [0, others.length];
    return others.flatMap((other, index) => {
      if (index < first || index > last || kept.has(index) || other.type === "definition" || isInclusion(other.key)) return [];
      if (isPassage && other.type === "block" && other.key.startsWith("<")) return [];
      const before = [...paired].filter(([, at]) => at < index).toSorted(([, one], [, two]) => two - one)[0]?.[0] ?? -1;
      const after = [...paired].filter(([, at]) => at > index).toSorted(([, one], [, two]) => one - two)[0]?.[0] ?? units.length;
      if (units.slice(before + 1, Math.max(before + 1, after)).some(({ type }) => type === "elision")) return [];
      return [{ first: other.first, end: other.last + 1, lines: [] }];
    });
  }
}
