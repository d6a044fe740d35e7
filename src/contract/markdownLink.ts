export interface MarkdownLink {
  isImage: boolean;
  /** Relative, with `/`. */
  path: string;
  /** One line of plain text. */
  description: string;
}

/** A link to a file, or the image that it is, in Markdown. Source: CommonMark 0.31, 6.3 and 6.4. */
export function writeMarkdownLink({ isImage, path, description }: MarkdownLink): string {
  return `${isImage ? "!" : ""}[${escapeLinkText(description)}](${encodePath(path)})`;
}

/** Characters that end a link target or begin a query are written as percent codes; folders stay readable. */
export function encodePath(path: string): string {
  return path
    .split("/")
    .map((segment) => encodeURIComponent(segment).replace(/[()'*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`))
    .join("/");
}

export function escapeLinkText(text: string): string {
  return text.replace(/[\\[\]`*_<>]/g, "\\$&");
}
