/** Writes the markup that shows or links a file, in each language. */
import { cutText } from "../../contract/cutText.ts";
import { kindTable, type MediaKind } from "../../contract/kind.ts";
import { encodePath, escapeBraces, writeMarkdownLink } from "../../contract/markdownLink.ts";
import type { LinkLanguage } from "./linkLanguages.ts";

export interface Link {
  kind: MediaKind;
  /** Path relative to the document, with `/`. */
  path: string;
  /** What the file shows or says, as one line of plain text. */
  description: string;
}

/** One block of markup, without blank lines around it. */
export function writeLink(language: LinkLanguage, link: Link): string {
  const { shownAs } = kindTable[link.kind];
  switch (language) {
    case "markdown":
      return shownAs === "video" ? writeHtml(link) : writeMarkdownLink({ ...link, isImage: shownAs === "image" });
    case "html":
      return writeHtml(link);
    case "component":
      return shownAs === "audio" ? writeSource(link) : writeHtml(link);
    case "typst":
      return writeTypst(link);
    case "org":
      return writeOrg(link);
    case "mdx":
      // In MDX, elements must be closed.
      return shownAs === "image" ? writeMarkdownLink({ ...link, isImage: true }) : writeHtml(link);
    case "asciidoc":
      return `${shownAs}::${linkTarget(language, link.path)}[${asciidocAttributes(link)}]`;
    case "restructuredtext":
      return writeRestructuredText(link);
    case "latex":
      return writeLatex(link);
  }
}

const isImage = (kind: MediaKind) => kindTable[kind].shownAs === "image";

/** The prompt as alternative text: one line, cut at a word boundary near `characters`. */
export function describePrompt(prompt: string, characters = 120): string {
  const line = prompt
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:(?:#{1,6}|[>*+-]) |>)+/, "");
  if (line.length <= characters) return line;
  const cut = cutText(line, characters);
  const space = cut.lastIndexOf(" ");
  return `${space > characters / 2 ? cut.slice(0, space) : cut}…`;
}

/**
 * Formats that stop the language's compiler, so that the file is linked and not shown. Sources: pdfTeX manual, "Graphics inclusion"; Typst
 * documentation, function `image` (0.14).
 */
const shownFormats: Partial<Record<LinkLanguage, RegExp>> = {
  latex: /\.(?:png|jpe?g|pdf|eps)$/i,
  typst: /\.(?:png|jpe?g|gif|svg|webp|pdf)$/i,
};

/** Names of the languages with such formats. */
const compilers: Partial<Record<LinkLanguage, string>> = { latex: "LaTeX", typst: "Typst" };

/** Which images a document only links, for a message; undefined: it shows all. @param paths With an ending. */
export function findNotShown(
  language: LinkLanguage,
  kind: MediaKind,
  paths: readonly string[],
): { compiler: string; formats: string } | undefined {
  const compiler = compilers[language];
  const hidden = paths.filter((path) => isImage(kind) && !isShown(language, { kind, path }));
  if (compiler === undefined || hidden.length === 0) return undefined;
  return { compiler, formats: [...new Set(hidden.map((path) => path.slice(path.lastIndexOf(".") + 1).toUpperCase()))].join(", ") };
}

function isShown(language: LinkLanguage, { kind, path }: Pick<Link, "kind" | "path">): boolean {
  return isImage(kind) && (shownFormats[language]?.test(path) ?? true);
}

/** A path as it is written in a link. */
function linkTarget(language: LinkLanguage, path: string): string {
  switch (language) {
    case "latex":
      return latexPath(path);
    case "restructuredtext":
      // Sphinx reads a path, not an address. A directive's argument loses white space that is not escaped.
      return path.replace(/[\s\\]/g, "\\$&");
    case "typst":
      return path.replace(/[\\"]/g, "\\$&");
    case "org":
      return path.replace(/[[\]\\]/g, "\\$&");
    case "markdown":
    case "mdx":
    case "html":
    case "component":
      return encodePath(path);
    case "asciidoc":
      // Asciidoctor does not decode the name of an image that it embeds (`data-uri`), so only what would end it, or begin a query, is
      // encoded. It encodes the spaces of the others itself, and browsers the rest.
      return path.replace(/[ -~]+/g, (ascii) => encodePath(ascii).replace(/%(?:2[014789BC]|3[BD]|40)/g, decodeURIComponent));
  }
}

/** Braces are code in components and templates. */
function escapeHtml(text: string): string {
  return escapeBraces(text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;"));
}

function writeHtml({ kind, path, description }: Link): string {
  const source = escapeHtml(encodePath(path));
  const text = escapeHtml(description);
  const { shownAs } = kindTable[kind];
  if (shownAs === "image") return `<img src="${source}" alt="${text}" />`;
  return `<${shownAs} controls src="${source}" aria-label="${text}"></${shownAs}>`;
}

/** Vue's builds take the file of a `source` element, and leave the `src` of `audio` behind. */
function writeSource({ path, description }: Link): string {
  return `<audio controls aria-label="${escapeHtml(description)}"><source src="${escapeHtml(encodePath(path))}" /></audio>`;
}

/** Source: AsciiDoc language, block image, audio and video macros. Only images have an alternative text; the others get a title. */
function asciidocAttributes({ kind, description }: Link): string {
  if (!isImage(kind)) return "opts=controls";
  const text = description.replace(/"/g, '\\"').replace(/\{(?=\w[\w-]*\}|(?:set|counter2?):)/g, "\\{");
  // A backslash at the end would escape the quote.
  return `"${text.endsWith("\\") ? `${text} ` : text}"`;
}

/** Source: docutils, directives `image` and `raw`. Audio and video elements need HTML. */
function writeRestructuredText(link: Link): string {
  if (isImage(link.kind)) return `.. image:: ${linkTarget("restructuredtext", link.path)}\n   :alt: ${link.description}`;
  return `.. raw:: html\n\n   ${writeHtml(link)}`;
}

/** Audio and video cannot be printed, so they become links (hyperref). */
function writeLatex(link: Link): string {
  const { path, description } = link;
  const text = escapeLatex(description);
  if (!isShown("latex", link)) return `\\href{run:${path.replace(/[%#]/g, "\\$&")}}{${text}}`;
  return [
    "\\begin{figure}[htbp]",
    "  \\centering",
    `  \\includegraphics[width=\\linewidth]{${latexPath(path)}}`,
    `  \\caption{${text}}`,
    "\\end{figure}",
  ].join("\n");
}

/**
 * `\detokenize` keeps LaTeX's special characters as they are; it cannot contain braces. TeX reads `%`, `#` and repeated spaces before it sees
 * them, so they are written as commands that expand to these characters, also in the argument of another command.
 */
function latexPath(path: string): string {
  const parts = path.split(/([%#]| {2,})/).filter((part) => part !== "");
  return parts
    .map((part) => {
      if (part === "%" || part === "#") return `\\csname c_${part === "%" ? "percent" : "hash"}_str\\endcsname`;
      if (/^ {2,}$/.test(part)) return "\\space".repeat(part.length);
      return parts.length > 1 || /[$&_^~\s]/.test(part) ? `\\detokenize{${part}}` : part;
    })
    .join("");
}

/** Source: Typst documentation, functions `image` and `link`. */
function writeTypst(link: Link): string {
  const { path, description } = link;
  const target = linkTarget("typst", path);
  if (isShown("typst", link)) return `#image("${target}", alt: "${description.replace(/[\\"]/g, "\\$&")}")`;
  return `#link("${target}")[${description.replace(/[\\[\]#*_`$<>@~=/+-]/g, "\\$&")}]`;
}

/** Source: Org manual, "Link Format" and "Images in HTML export". */
function writeOrg({ kind, path, description }: Link): string {
  const target = `file:${linkTarget("org", path)}`;
  // A zero width space separates what would be markup or another attribute. Source: Org manual, "Escape Character".
  if (isImage(kind)) return `#+ATTR_HTML: :alt ${description.replace(/(^|\s):(?=[\w-])/g, "$1:\u200b")}\n[[${target}]]`;
  const text = description.replace(/\[/g, "{").replace(/\]/g, "}");
  return `[[${target}][${text.replace(/(^|[\s\-({'"])(?=[*/_=~+])|(?<=\{\{)(?=\{)/g, "$1\u200b")}]]`;
}

const latexSigns: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
};

function escapeLatex(text: string): string {
  // Two hyphens would become a dash.
  return text.replace(/[\\~^#$%&_{}<>|]/g, (sign) => latexSigns[sign] ?? `\\${sign}`).replace(/-(?=-)/g, "-{}");
}
