/** The end of a block in each language. */
import type { LinkLanguage } from "../linkLanguages.ts";
import { findAsciidocEnd } from "./asciidoc.ts";
import type { FindBlockEnd } from "./blockEnd.ts";
import { findLatexEnd } from "./latex.ts";
import { findMarkdownEnd } from "./markdown.ts";
import { findMdxEnd } from "./mdx.ts";
import { findOrgEnd } from "./org.ts";
import { findRestructuredTextEnd } from "./restructuredtext.ts";
import { findTypstEnd } from "./typst.ts";

/** "html": see `findHtmlOffset`, as its blocks need not end with a line. */
export const blockEnds: Record<LinkLanguage, FindBlockEnd | "html"> = {
  markdown: findMarkdownEnd,
  mdx: findMdxEnd,
  html: "html",
  component: "html",
  asciidoc: findAsciidocEnd,
  restructuredtext: findRestructuredTextEnd,
  latex: findLatexEnd,
  typst: findTypstEnd,
  org: findOrgEnd,
};
