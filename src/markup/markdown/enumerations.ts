/** Finds brackets that number the parts of a text, such as `\(1\) First, \(2\) second` or `\(a\) either this or \(b\) that`. */

const labels = /\\\(\s*(\d{1,3}|[a-z]|[A-Z]|[ivx]{2,5}|[IVX]{2,5})\s*\\\)/g;
/** Characters around a label that are read. */
const longestContext = 40;

const markup = /(?<![ *_])[ *_]+$/;
const beginsSentence = /(?:^|[\n.!?:;。！？：；])$/u;
const beginsPart = /(?:^|[\n.!?:;,—–(（。！？：；，、])$/u;
const introduces = /(?:^|\s)(?:either|both|that|to|by|are|include|includes|including|namely|means)$/i;
const joins = /(?:^|[\s,;])(?:and|or|then|und|oder|et|ou|y|o|e)$/i;
const word = /^[*_]*\s+[*_`"'„“«]*(\p{L}[\p{L}'’-]*)/u;
/** Words after a formula. */
const afterFormula = new Set(
  "and or to through und oder et ou is are was were be has have had can cannot could will would may might must should shall need of in on from at by as with for than then if when where which we sind ist".split(
    " ",
  ),
);
const verb = /^\p{Ll}+s$/u;

type Kind = "number" | "letter" | "roman";

const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10 };

function valueOfRoman(label: string): number {
  const digits = [...label.toLowerCase()].map((digit) => romanDigits[digit] ?? Number.NaN);
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0);
}

/** The numbers that a label may mean. */
function* valuesOf(label: string): Generator<[kind: Kind, value: number]> {
  if (/^\d/.test(label)) yield ["number", Number(label)];
  if (/^[a-z]$/i.test(label)) yield ["letter", (label.toLowerCase().codePointAt(0) ?? 0) - 0x60];
  if (/^[ivx]+$/i.test(label)) yield ["roman", valueOfRoman(label)];
}

/** The positions of the labels that count parts of the text, or begin a sentence or a line of it. */
export function findEnumerated(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  const runs = new Map<Kind, { last: number; positions: number[] }>();
  for (const match of text.matchAll(labels)) {
    const [source, label = ""] = match;
    const { index } = match;
    const before = text.slice(Math.max(0, index - longestContext), index).replace(markup, "");
    const next = word.exec(text.slice(index + source.length, index + source.length + longestContext))?.[1];
    const isPart = next !== undefined && !afterFormula.has(next) && (/^\d/.test(label) || !verb.test(next));
    const isFirst = beginsPart.test(before) || introduces.test(before);
    const isNext = beginsPart.test(before) || joins.test(before);
    const isAtStart = isPart && (before === "" || before.endsWith("\n"));
    for (const [kind, value] of valuesOf(label)) {
      const run = runs.get(kind);
      const mayBegin = isFirst ? value === 1 || kind === "number" : value === 1 && kind !== "letter";
      if (isPart && isNext && run?.last === value - 1) {
        run.last = value;
        run.positions.push(index);
        for (const position of run.positions.splice(0)) found.add(position);
      } else if (isPart && mayBegin) runs.set(kind, { last: value, positions: [index] });
      else runs.delete(kind);
      const isLabel = kind === "roman" ? /^(?:i|..+)$/i.test(label) : value <= 8;
      if (kind === "number" ? isPart && beginsSentence.test(before) : isAtStart && isLabel && /^\p{Lu}/u.test(next ?? "")) found.add(index);
    }
  }
  return found;
}
