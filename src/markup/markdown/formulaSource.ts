/** The syntax of formulas, and how they pass the sanitizer: as the text of a `code` element with one of two classes. */

/** UTF-16 code units; the source of a longer formula is shown instead. */
export const longestFormula = 5000;

export const inlineClass = "language-formula";
export const displayClass = "language-formula-block";

export interface Formula {
  tex: string;
  isDisplay: boolean;
}

const delimiters = [
  { opener: "$$", closer: "$$", isDisplay: true },
  { opener: "\\[", closer: "\\]", isDisplay: true },
  { opener: "\\(", closer: "\\)", isDisplay: false },
  { opener: "$", closer: "$", isDisplay: false },
];

/** Environments that are display formulas without a delimiter around them. Source: KaTeX, default delimiters of its auto-render extension. */
const environmentStart = /^\\begin\{((?:equation|alignat|align|gather)\*?|CD)\}/;

/** The delimiter that closes the environment that a line begins with; undefined: it begins with none. */
export function environmentCloser(line: string): string | undefined {
  const name = environmentStart.exec(line)?.[1];
  return name === undefined ? undefined : `\\end{${name}}`;
}

/** undefined: the source is incomplete. */
export function readFormula(source: string): Formula | undefined {
  const end = environmentCloser(source);
  if (end !== undefined) return source.endsWith(end) ? { tex: source, isDisplay: true } : undefined;
  const { opener, closer, isDisplay } = delimiters.find((pair) => source.startsWith(pair.opener)) ?? {};
  if (opener === undefined || closer === undefined || isDisplay === undefined) return undefined;
  const isComplete = source.length > opener.length + closer.length && source.endsWith(closer);
  return isComplete ? { tex: source.slice(opener.length, -closer.length).trim(), isDisplay } : undefined;
}
