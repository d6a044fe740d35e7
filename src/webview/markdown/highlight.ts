/** Highlights code with `hljs-` classes. The highlighter is loaded on demand. */
import type { HLJSApi } from "highlight.js";

let highlighter: HLJSApi | undefined;
let loading: Promise<void> | undefined;

/** Loads the highlighter with the common languages. The panel's first paint does not wait for it. */
export function loadHighlighter(): Promise<void> {
  loading ??= import("./highlighter.ts").then((module) => {
    highlighter = module.default;
  });
  return loading;
}

export function isHighlighterLoaded(): boolean {
  return highlighter !== undefined;
}

export interface Highlighted {
  /** Escaped by the highlighter: contains only text and `span` elements. */
  html: string;
  /** true: the code does not end inside a construct, so the following code can be highlighted separately. */
  isWhole: boolean;
}

/** undefined: the language is unknown, or the highlighter is not loaded. */
export function highlight(code: string, language: string): Highlighted | undefined {
  if (highlighter?.getLanguage(language) === undefined) return undefined;
  const result = highlighter.highlight(code, { language, ignoreIllegals: true });
  // `_top` is the mode at the end of the code. The language itself has no parent mode.
  const top: unknown = result._top;
  const isWhole = typeof top === "object" && top !== null && !("parent" in top);
  return { html: result.value, isWhole };
}
