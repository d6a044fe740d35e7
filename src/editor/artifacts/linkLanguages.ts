/** The languages in which links to files are written. */

/** `component`: Vue, Svelte, Astro and JSX, in which braces are code. @internal */
export const linkLanguages = ["markdown", "html", "component", "mdx", "asciidoc", "restructuredtext", "latex", "typst", "org"] as const;
export type LinkLanguage = (typeof linkLanguages)[number];

/** For each syntax, language ids of VS Code and of common extensions. */
const languageIds: Record<string, LinkLanguage> = {
  markdown: "markdown",
  quarto: "markdown",
  rmd: "markdown",
  html: "html",
  php: "html",
  vue: "component",
  svelte: "component",
  astro: "component",
  mdx: "mdx",
  asciidoc: "asciidoc",
  restructuredtext: "restructuredtext",
  rst: "restructuredtext",
  latex: "latex",
  tex: "latex",
  typst: "typst",
  org: "org",
};

/** The names of the languages, for messages. */
export const linkLanguageNames =
  "Markdown, MDX, HTML, Vue, Svelte, Astro, AsciiDoc, reStructuredText, LaTeX, Typst, Org, and Markdown cells of notebooks";

/** undefined: links cannot be written in this language. */
export function linkLanguageOf(languageId: string): LinkLanguage | undefined {
  return Object.hasOwn(languageIds, languageId) ? languageIds[languageId] : undefined;
}

/** Programs, in which only the user knows where an element can be. */
const programIds = ["javascriptreact", "typescriptreact"];

/** The language of links to files that are dropped into a document. */
export function dropLanguageOf(languageId: string): LinkLanguage | undefined {
  return programIds.includes(languageId) ? "component" : linkLanguageOf(languageId);
}

/** All language ids in which links can be written. */
export const linkLanguageIds: readonly string[] = Object.keys(languageIds);
export const dropLanguageIds: readonly string[] = [...linkLanguageIds, ...programIds];
