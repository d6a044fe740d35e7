/** Derives texts from a regular expression that might make its matcher need more than linear time. */
import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** `prefix`, then `pump` any number of times, then `suffix`. */
export interface Attack {
  prefix: string;
  pump: string;
  suffix: string;
}

/** Iterations from which a quantifier counts as unbounded, and the number of texts that are tried for a part of the pattern. */
const unbounded = 10;
const mostTexts = 8;
/** A character that few patterns contain. */
const foreign = "\u0001";
/** Texts that probably make the matcher fail after the pumps and backtrack. */
const suffixes = ["", foreign, `\n${foreign}`] as const;
const pool = [..."\t\n\r !\"#$%&'()*+,-./059:;<=>?@AEZ[\\]^_`aez{|}~\u00e9\u017f\u2028\u201c\u201d\u3002\u6f22"];

type Matcher = AST.Character | AST.CharacterSet | AST.CharacterClass;

export function findAttacks(pattern: string, flags: string): Attack[] {
  const unicode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const parsed = new RegExpParser().parsePattern(pattern, undefined, undefined, unicode);
  const characters = findCharacters(parsed, flags);
  const attacks = new Map<string, Attack>();

  function add(prefix: string, pump: string): void {
    if (pump === "") return;
    for (const suffix of suffixes) attacks.set(JSON.stringify([prefix, pump, suffix]), { prefix, pump, suffix });
  }

  function textsOf(element: AST.Element): string[] {
    switch (element.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        return (characters.byMatcher.get(element) ?? []).slice(0, mostTexts);
      case "Group":
      case "CapturingGroup":
        return element.alternatives
          .flatMap((it) => it.elements.map(textsOf).reduce(join, [""]).slice(0, mostTexts))
          .slice(0, mostTexts * 2);
      case "Quantifier": {
        const once = textsOf(element.element);
        const least = once.map((text) => text.repeat(Math.max(1, Math.min(element.min, unbounded))));
        return element.min === 0 ? ["", ...least] : least;
      }
      case "ExpressionCharacterClass":
      case "Backreference":
      case "Assertion":
        return [""];
    }
  }

  /** `before`: texts that lead to the alternatives. */
  function walk(alternatives: readonly AST.Alternative[], before: readonly string[]): void {
    for (const { elements } of alternatives) {
      let here = before;
      for (const element of elements) {
        const inner = element.type === "Quantifier" ? element.element : element;
        if (element.type === "Quantifier" && element.max >= unbounded) pump(textsOf(element.element), here);
        if ("alternatives" in inner) walk(inner.alternatives, here);
        here = join(here, textsOf(element)).slice(0, mostTexts);
      }
    }
  }

  function pump(iterations: readonly string[], before: readonly string[]): void {
    for (const prefix of before) {
      // Many positions where a match begins, each of which reads to the end.
      add("", prefix);
      for (const iteration of iterations) {
        add(prefix, iteration);
        add("", prefix + iteration);
      }
    }
    for (const iteration of iterations) add("", iteration);
  }

  for (const character of characters.all) {
    add("", character);
    add(foreign, character);
  }
  walk(parsed.alternatives, [""]);
  return [...attacks.values()];
}

/** The first of `first` with each of `second`, and each of `first` with the first of `second`. */
function join(first: readonly string[], second: readonly string[]): string[] {
  const [start = ""] = first;
  const [end = ""] = second;
  return [...new Set([...second.map((text) => start + text), ...first.map((text) => text + end)])];
}

/** One character of each set that the pattern distinguishes. */
function findCharacters(pattern: AST.Pattern, flags: string): { all: string[]; byMatcher: Map<Matcher, string[]> } {
  const matchers: Matcher[] = [];
  collectMatchers(pattern.alternatives, matchers);
  const literals = matchers.flatMap((it) => (it.type === "Character" ? [String.fromCodePoint(it.value)] : []));
  const tests = matchers.map((it) => new RegExp(`^(?:${it.raw})$`, flags.replace(/[gmy]/g, "")));
  const assertions = [/[\n\r\u2028\u2029]/, /\w/];
  const kinds = new Map<string, string>();
  for (const character of new Set([...literals, ...pool])) {
    const kind = [...tests, ...assertions].map((it) => (it.test(character) ? 1 : 0)).join("");
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  const all = [...kinds.values()];
  return { all, byMatcher: new Map(matchers.map((it, at) => [it, all.filter((character) => tests[at]?.test(character))])) };
}

function collectMatchers(alternatives: readonly AST.Alternative[], matchers: Matcher[]): void {
  for (const element of alternatives.flatMap(({ elements }) => elements)) {
    const inner = element.type === "Quantifier" ? element.element : element;
    if (inner.type === "Character" || inner.type === "CharacterSet" || inner.type === "CharacterClass") matchers.push(inner);
    else if ("alternatives" in inner) collectMatchers(inner.alternatives, matchers);
  }
}
