/** Converts TeX to MathML. A separate file with KaTeX, which is loaded with the first formula. */
import katex from "katex";
import { toMathMl } from "./mathMl.ts";

/** Definitions, with which a short formula could grow without limit. */
const definition = /\\(?:[egx]?def|futurelet|let|global|long|(?:re)?newcommand|providecommand)(?![A-Za-z])/;

/** undefined: the formula is invalid, or would take too long. Never throws. */
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
      // These two commands write inline styles, which the content security policy blocks.
      macros: { "\\pmb": "\\boldsymbol{#1}", "\\fcolorbox": "\\@secondoftwo{#1}{\\colorbox{#2}{#3}}" },
    });
    return toMathMl(markup);
  } catch {
    // Not only KaTeX's errors: deep nesting can also exceed the stack.
    return undefined;
  }
}
