/** Reads a part of a document as plain text, without the markup of the document's language. */
import { linkLanguageOf } from "../../artifacts/linkLanguages.ts";

/** The label of `label <target>`. */
function beforeTarget(label: string): string {
  return (label.split("<", 1)[0] ?? "").trim();
}

/** Markup that AsciiDoc and reStructuredText have in common, and their roles, attributes and directives. */
function plainTextOfLightMarkup(text: string): string {
  return text
    .replace(/^(?:\.\. .*|:[\w-]+:.*|\[.*\]|[=*#]+(?= )|[=\-~^"'`+*]{3,})$/gm, "")
    .replace(/^(?:=+|[*.-]+) (?=\S)/gm, "")
    .replace(/(?<![\w:+-]):[\w+-]{1,40}:`([^`\n]{1,300})`/g, (_, label: string) => beforeTarget(label))
    .replace(/`([^`\n]{1,300})`__?/g, (_, label: string) => beforeTarget(label))
    .replace(/(?<![\w:/])(?:https?|link|xref):[^\s[\]]{1,300}\[([^[\]\n]{0,300})\]/g, "$1")
    .replace(/(?<![\p{L}\p{N}])(\*\*|\*|__|_|``|`|##|#)(?=\S)([^*_`#\n]+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, "$2")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The text is returned as it is if the language has no markup, or nothing is left without it. */
export async function readPlainText(text: string, languageId: string): Promise<string> {
  return (await readAs(text, languageId)) || text.trim();
}

async function readAs(text: string, languageId: string): Promise<string> {
  const language = linkLanguageOf(languageId);
  switch (language) {
    case "markdown":
    case "mdx":
      return (await import("../../../markdown/plainText.ts")).plainTextOfMarkdown(text);
    case "html":
    case "component":
      return (await import("./plainTextOfHtml.ts")).plainTextOfHtml(text);
    case "latex":
      return (await import("./plainTextOfTex.ts")).plainTextOfTex(text);
    case "asciidoc":
    case "restructuredtext":
    case "typst":
    case "org":
      return plainTextOfLightMarkup(text);
    case undefined:
      return text.trim();
  }
}
