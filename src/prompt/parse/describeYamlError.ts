/** Explains errors of the YAML library to users who do not know the YAML specification. */
import type { YAMLError } from "yaml";
import { t } from "../../contract/translate.ts";
import type { TextRange } from "../text/textRange.ts";

export interface DescribedYamlError {
  message: string;
  /** Offsets inside the YAML. */
  range: TextRange;
}

/** The start of the library's message, and our replacement; other messages stay unchanged. */
const sentences = (): readonly (readonly [start: string, sentence: string])[] => [
  ["Implicit map keys need to be followed by map values", t("A `:` and a value are missing after this name.")],
  [
    "Implicit keys need to be on a single line",
    t("A field's name must be on one line: a `:` is missing, or the next line is indented too far."),
  ],
  ["Nested mappings are not allowed in compact mappings", t("`: ` inside a value begins another field: put the value in quotes.")],
  ["Unexpected scalar at node end", t("The value ends before this: put the whole value in quotes.")],
  ["Tabs are not allowed as indentation", t("Use spaces for indentation, not tabs.")],
  ["All mapping items must start at the same column", t("Fields of the same level must start at the same column.")],
  ["All sequence items must start at the same column", t("The dashes of a list must start at the same column.")],
  ["Source contains multiple documents", t("A line with `...` ends the fields: what follows it is ignored.")],
  ["Missing directives-end", t("A line that begins with `%` is not a field.")],
  ["Block collections are not allowed within flow collections", t("A `,` is missing before this name.")],
];

export function describeYamlError({ code, message, pos: [start, end] }: YAMLError, content: string): DescribedYamlError {
  const range = { start, end };
  const bracket = /end with a ([\]}])$/.exec(message)?.[1];
  if (bracket) return describeUnclosed(content, start, bracket === "]" ? "[" : "{", bracket) ?? { message: closeSentence(message), range };
  const quote = /^Missing closing (["'])quote/.exec(message)?.[1];
  if (quote) return describeUnclosedQuote(content, start, quote);
  if (code === "BAD_SCALAR_START") {
    const opening = content[start] === "`" ? t("a backquote") : `\`${content[start] ?? ""}\``;
    return { message: t("A value cannot begin with {0}: put it in quotes.", opening), range };
  }
  const closing = /^Unexpected flow-(?:seq|map)-end token/.test(message) ? content[start] : undefined;
  if (closing) return { message: t("This `{0}` has no opening bracket.", closing), range };
  const sentence = sentences().find(([opening]) => message.startsWith(opening))?.[1];
  return { message: sentence ?? closeSentence(message), range };
}

/** The library reports an unclosed bracket at the end of the YAML. The user looks for the bracket. */
function describeUnclosed(content: string, before: number, open: string, close: string): DescribedYamlError | undefined {
  let depth = 0;
  for (let at = before - 1; at >= 0; at -= 1) {
    if (content[at] === close) depth += 1;
    else if (content[at] === open) depth -= 1;
    if (depth < 0) return { message: t("This `{0}` is not closed: a `{1}` is missing.", open, close), range: { start: at, end: at + 1 } };
  }
  return undefined;
}

function describeUnclosedQuote(content: string, end: number, quote: string): DescribedYamlError {
  const message = t("This quote is not closed: a `{0}` is missing.", quote);
  const start = [...content.slice(0, end).matchAll(/[:[{,-][ \t]+(["'])/g)].findLast((match) => match[1] === quote);
  if (!start) return { message, range: { start: end, end } };
  const at = start.index + start[0].length - 1;
  return { message, range: { start: at, end: at + 1 } };
}

function closeSentence(message: string): string {
  return message.replace(/\.?$/, ".");
}
