export interface MarkdownLink {
  isImage: boolean;
  /** Relative, with `/`. */
  path: string;
  /** One line of plain text. */
  description: string;
}

/** Writes a Markdown link to a file, or an image. Source: CommonMark 0.31, 6.3 and 6.4. */
export function writeMarkdownLink({ isImage, path, description }: MarkdownLink): string {
  return `${isImage ? "!" : ""}[${escapeLinkText(description)}](${encodePath(path)})`;
}

/** Percent-encodes characters that end a link target or begin a query; `/` stays readable. */
export function encodePath(path: string): string {
  return path
    .split("/")
    .map((segment) => encodeURIComponent(segment).replace(/[()'*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`))
    .join("/");
}

/**
 * Signs that some readers take for markup of their own, also behind a backslash, or whose backslash they show: MDX and templates (braces),
 * kramdown (bars), Python-Markdown and Showdown (angle brackets), Pandoc (formulas, citations, raised and lowered text). All read entities.
 */
function escapeLinkText(text: string): string {
  return text
    .replace(/&(?=#?\w+;)/g, "&amp;")
    .replace(/[<>{}|~^$@]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/[\\[\]`*_]/g, "\\$&");
}

/** Braces are code in components and templates. */
export function escapeBraces(markup: string): string {
  return markup.replace(/\{/g, "&#123;").replace(/\}/g, "&#125;");
}
