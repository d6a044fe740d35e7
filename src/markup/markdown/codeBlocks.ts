/** Finds code in Markdown, as the panel shows it. */
import { withoutCitationMarks } from "./citationMark.ts";
import { isOpenAtEnd } from "./fenceRule.ts";
import { type Token, theParser } from "./parser.ts";

function codeOfHtml(html: string): string[] {
  const { unescapeAll } = theParser().utils;
  const elements = html.split(/<code[^<>]*>/i).slice(1);
  const texts = elements.map((element) => (element.split(/<\/code>/i, 1)[0] ?? "").replace(/<[^<>]*>/g, ""));
  return texts.map((text) => unescapeAll(text.replaceAll("\\", "\\\\")));
}

function codeOf({ type, content }: Token): string[] {
  if (type === "html_block") return codeOfHtml(content);
  return type === "fence" || type === "code_block" ? [content] : [];
}

/** Whether a text contains exactly this code as a whole block. `isWhole`: the text is, so a block that it ends in is whole too. */
export function hasWholeCode(text: string, code: string, isWhole: boolean): boolean {
  const wanted = withoutCitationMarks(code).trimEnd();
  const tokens = theParser().parse(text.replaceAll("\0", "\uFFFD"), { references: {} });
  return tokens.some((token, index) => {
    const found = codeOf(token).some((each) => withoutCitationMarks(each).trimEnd() === wanted);
    return found && (isWhole || !isOpenAtEnd(tokens, index));
  });
}
