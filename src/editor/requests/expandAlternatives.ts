/** Alternatives in braces, innermost first. */
const alternatives = /\{([^{}|]*(?:\|[^{}|]*)+)\}/;

/** All texts that a text with alternatives, such as `at {dawn|dusk}`, stands for, in order and without duplicates; at most `most`. */
export function expandAlternatives(text: string, most: number): string[] {
  let texts = [text];
  for (;;) {
    if (!texts.some((one) => alternatives.test(one))) return texts;
    const expanded = texts.flatMap((one) => {
      const found = alternatives.exec(one);
      if (found === null) return [one];
      const [whole, inside = ""] = found;
      return inside.split("|").map((word) => one.slice(0, found.index) + word + one.slice(found.index + whole.length));
    });
    texts = [...new Set(expanded)].slice(0, most);
  }
}
