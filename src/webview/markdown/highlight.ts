/** Highlights code with `hljs-` classes. The highlighter is loaded on demand. */
import type { HLJSApi } from "highlight.js";

let highlighter: HLJSApi | undefined;
let loading: Promise<void> | undefined;

/** Loads the highlighter with the common languages; the panel's first paint does not wait for it. */
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
  /** Escaped by the highlighter: holds nothing but text and `span` elements. */
  html: string;
  /** true: the code ends outside of any construct, so that what follows can be highlighted by itself. */
  isWhole: boolean;
}

/** undefined: the language is unknown, or the highlighter is not loaded. */
export function highlight(code: string, language: string): Highlighted | undefined {
  if (highlighter?.getLanguage(language) === undefined) return undefined;
  const result = highlighter.highlight(code, { language, ignoreIllegals: true });
  // The mode on top of the stack at the end; the language itself has no parent.
  const top: unknown = result._top;
  const isWhole = typeof top === "object" && top !== null && !("parent" in top);
  return { html: result.value, isWhole };
}
