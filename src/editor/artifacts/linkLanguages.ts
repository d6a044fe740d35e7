/** The languages in which links to files are written. */

/** @internal */
export const linkLanguages = ["markdown", "html", "mdx", "asciidoc", "restructuredtext", "latex"] as const;
export type LinkLanguage = (typeof linkLanguages)[number];

/** Language ids of VS Code and of the usual extensions for each syntax. */
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

/** undefined: no link is written in this language. */
export function linkLanguageOf(languageId: string): LinkLanguage | undefined {
  return Object.hasOwn(languageIds, languageId) ? languageIds[languageId] : undefined;
}

/** Ids of VS Code for all of them. */
export const linkLanguageIds: readonly string[] = Object.keys(languageIds);
