/** Turns TeX into MathML: a file of its own with KaTeX, which is loaded with the first formula. */
import katex from "katex";
import { toMathMl } from "./mathMl.ts";

/** Definitions could let a short formula grow without bounds. */
const definition = /\\(?:[egx]?def|futurelet|let|global|long|(?:re)?newcommand|providecommand)(?![A-Za-z])/;

/** undefined: the formula is wrong, or would take too much work. Never throws. */
export function renderFormula(tex: string, isDisplay: boolean): Element | undefined {
  if (definition.test(tex)) return undefined;
  try {
    const markup = katex.renderToString(tex, {
      output: "mathml",
      displayMode: isDisplay,
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 500,
      maxSize: 20,
      // These two write inline styles, which the content security policy refuses.
      macros: { "\\pmb": "\\boldsymbol{#1}", "\\fcolorbox": "\\@secondoftwo{#1}{\\colorbox{#2}{#3}}" },
    });
    return toMathMl(markup);
  } catch {
    // Besides KaTeX's own errors: a formula can be nested deeper than the stack.
    return undefined;
  }
}
