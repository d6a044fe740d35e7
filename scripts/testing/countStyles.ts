/** How large the styles of all pages are, and which of their classes no source names. */
import postcss from "postcss";
import type { SourceFile } from "./sourceStructure.ts";

interface StyleCounts {
  rules: number;
  declarations: number;
  distinctDeclarations: number;
}

const parse = ({ text }: SourceFile) => postcss.parse(text);

export function countStyles(styles: readonly SourceFile[]): StyleCounts {
  const declarations: string[] = [];
  let rules = 0;
  for (const style of styles) {
    const root = parse(style);
    root.walkRules(() => {
      rules += 1;
    });
    root.walkDecls(({ prop, value }) => {
      declarations.push(`${prop}: ${value}`);
    });
  }
  return { rules, declarations: declarations.length, distinctDeclarations: new Set(declarations).size };
}

/** Values of margins, paddings and gaps in pixels, with the files that have them. @internal */
export function findSpacings(styles: readonly SourceFile[]): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const style of styles) {
    parse(style).walkDecls(/^(?:margin|padding|gap)\b/, ({ value }) => {
      for (const [, pixels = ""] of value.replaceAll(/\([^)]*\)/g, "").matchAll(/(\d+)px/g)) {
        const steps = Number(pixels);
        found.set(steps, (found.get(steps) ?? new Set()).add(style.name));
      }
    });
  }
  return found;
}

/** Classes in selectors that stand as a word in no source. @internal */
export function findUnusedClasses(styles: readonly SourceFile[], sources: readonly SourceFile[]): string[] {
  const words = new Set(sources.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []));
  const classes = new Set<string>();
  for (const style of styles) {
    parse(style).walkRules(({ selector }) => {
      for (const [, name = ""] of selector.matchAll(/\.([a-zA-Z][\w-]*)/g)) classes.add(name);
    });
  }
  return [...classes].filter((name) => !words.has(name));
}
