/** Alternatives in braces, the innermost first. */
const alternatives = /\{([^{}|]*(?:\|[^{}|]*)+)\}/;

/** Every text that alternatives stand for, as in `at {dawn|dusk}`, each once and in order; at most as many. */
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
