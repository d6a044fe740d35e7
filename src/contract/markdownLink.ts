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

/** Braces become entities: MDX and the templates of site generators (Liquid, Nunjucks, Vue) would read them as code, also behind a backslash. */
function escapeLinkText(text: string): string {
  const plain = text.replace(/&(?=#?\w+;)/g, "&amp;").replace(/[\\[\]`*_<>]/g, "\\$&");
  return escapeBraces(plain);
}

export function escapeBraces(markup: string): string {
  return markup.replace(/\{/g, "&#123;").replace(/\}/g, "&#125;");
}
