/** Explains errors of the YAML library to users who do not know the YAML specification. */
import type { YAMLError } from "yaml";
import type { TextRange } from "../text/textRange.ts";

export interface DescribedYamlError {
  message: string;
  /** Offsets inside the YAML. */
  range: TextRange;
}

/** The start of the library's message, and our replacement; other messages stay unchanged. */
const sentences: readonly (readonly [start: string, sentence: string])[] = [
  ["Implicit map keys need to be followed by map values", "A `:` and a value are missing after this name."],
  [
    "Implicit keys need to be on a single line",
    "A field's name must be on one line: a `:` is missing, or the next line is indented too far.",
  ],
  ["Nested mappings are not allowed in compact mappings", "`: ` inside a value begins another field: put the value in quotes."],
  ["Unexpected scalar at node end", "The value ends before this: put the whole value in quotes."],
  ["Tabs are not allowed as indentation", "Use spaces for indentation, not tabs."],
  ["All mapping items must start at the same column", "Fields of the same level must start at the same column."],
  ["All sequence items must start at the same column", "The dashes of a list must start at the same column."],
  ["Source contains multiple documents", "A line with `...` ends the fields: what follows it is ignored."],
  ["Missing directives-end", "A line that begins with `%` is not a field."],
  ["Block collections are not allowed within flow collections", "A `,` is missing before this name."],
];

export function describeYamlError({ code, message, pos: [start, end] }: YAMLError, content: string): DescribedYamlError {
  const range = { start, end };
  const bracket = /end with a ([\]}])$/.exec(message)?.[1];
  if (bracket) return describeUnclosed(content, start, bracket === "]" ? "[" : "{", bracket) ?? { message: closeSentence(message), range };
  const quote = /^Missing closing (["'])quote/.exec(message)?.[1];
  if (quote) return describeUnclosedQuote(content, start, quote);
  if (code === "BAD_SCALAR_START") {
    const opening = content[start] === "`" ? "a backquote" : `\`${content[start] ?? ""}\``;
    return { message: `A value cannot begin with ${opening}: put it in quotes.`, range };
  }
  const closing = /^Unexpected flow-(?:seq|map)-end token/.test(message) ? content[start] : undefined;
  if (closing) return { message: `This \`${closing}\` has no opening bracket.`, range };
  const sentence = sentences.find(([opening]) => message.startsWith(opening))?.[1];
  return { message: sentence ?? closeSentence(message), range };
}

/** The library reports an unclosed bracket at the end of the YAML. The user looks for the bracket. */
function describeUnclosed(content: string, before: number, open: string, close: string): DescribedYamlError | undefined {
  let depth = 0;
  for (let at = before - 1; at >= 0; at -= 1) {
    if (content[at] === close) depth += 1;
    else if (content[at] === open) depth -= 1;
    if (depth < 0) return { message: `This \`${open}\` is not closed: a \`${close}\` is missing.`, range: { start: at, end: at + 1 } };
  }
  return undefined;
}

function describeUnclosedQuote(content: string, end: number, quote: string): DescribedYamlError {
  const message = `This quote is not closed: a \`${quote}\` is missing.`;
  const start = [...content.slice(0, end).matchAll(/[:[{,-][ \t]+(["'])/g)].findLast((match) => match[1] === quote);
  if (!start) return { message, range: { start: end, end } };
  const at = start.index + start[0].length - 1;
  return { message, range: { start: at, end: at + 1 } };
}

function closeSentence(message: string): string {
  return message.replace(/\.?$/, ".");
}
