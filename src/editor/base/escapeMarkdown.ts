/** Escapes a text so that rendered Markdown shows it unchanged, with its line breaks. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\\`*[\]<&|~$]/g, "\\$&")
      // An underscore inside a word has no meaning in Markdown.
      .replace(/(?<!\w)_|_(?!\w)/g, "\\_")
      .replace(/^([ \t]*)([-+#>=])/gm, "$1\\$2")
      .replace(/^([ \t]*\d+)([.)])(?=\s|$)/gm, "$1\\$2")
      .replace(/\n/g, "  \n")
  );
}
