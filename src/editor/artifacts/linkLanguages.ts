/** The languages in which links to files are written. */

/** @internal */
export const linkLanguages = ["markdown", "html", "mdx", "asciidoc", "restructuredtext", "latex"] as const;
export type LinkLanguage = (typeof linkLanguages)[number];

/** For each syntax, language ids of VS Code and of common extensions. */
const languageIds: Record<string, LinkLanguage> = {
  markdown: "markdown",
  html: "html",
  vue: "html",
  svelte: "html",
  php: "html",
  mdx: "mdx",
  asciidoc: "asciidoc",
  restructuredtext: "restructuredtext",
  rst: "restructuredtext",
  latex: "latex",
  tex: "latex",
};

/** undefined: links cannot be written in this language. */
export function linkLanguageOf(languageId: string): LinkLanguage | undefined {
  return Object.hasOwn(languageIds, languageId) ? languageIds[languageId] : undefined;
}

/** All language ids in which links can be written. */
export const linkLanguageIds: readonly string[] = Object.keys(languageIds);
