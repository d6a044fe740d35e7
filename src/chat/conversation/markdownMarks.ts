/** Writes and reads the Markdown comments that mark the parts of an exported conversation. */

const markNames = ["conversation", "prompt", "answer", "text", "reasoning", "refusal", "picture", "step", "task", "end"] as const;
export type MarkName = (typeof markNames)[number];

export interface Mark {
  name: MarkName;
  /** JSON of unknown shape; {} if there is none. */
  facts: unknown;
  /** The text after the mark, up to the next one, without surrounding blank lines. */
  text: string;
}

const line = new RegExp(`^<!-- (${markNames.join("|")})(?: (\\{.*\\}))? -->$`, "s");
/** Some editors convert all line ends to CRLF; then the first mark also ends with a carriage return. */
const dosMark = /^<!-- conversation \{.*\} -->\r$/s;
/** A line of text that would be read as a mark, or that was escaped because of that. */
const lookalike = new RegExp(`^<!-- \\\\*(?:${markNames.join("|")})\\b`);
const kept = new RegExp(`^<!-- \\\\+(?:${markNames.join("|")})\\b`);

/** `>` in the facts is escaped, because it could end the comment. */
export function writeMark(name: MarkName, facts?: object): string {
  return facts === undefined ? `<!-- ${name} -->` : `<!-- ${name} ${JSON.stringify(facts).replaceAll(">", "\\u003e")} -->`;
}

/** Escapes lines of a text that look like marks, for example in a text about this format. */
export function escapeMarks(text: string): string {
  return text
    .split("\n")
    .map((each) => (lookalike.test(each) ? each.replace("<!-- ", "<!-- \\") : each))
    .join("\n");
}

function unescapeMarks(lines: readonly string[]): string {
  return lines.map((each) => (kept.test(each) ? each.replace("<!-- \\", "<!-- ") : each)).join("\n");
}

function readFacts(json: string | undefined): unknown {
  try {
    return json === undefined ? {} : JSON.parse(json);
  } catch {
    return undefined;
  }
}

function withoutBlankEnds(lines: readonly string[]): readonly string[] {
  const start = lines[0]?.trim() === "" ? 1 : 0;
  const end = lines.length > start && lines.at(-1)?.trim() === "" ? -1 : undefined;
  return lines.slice(start, end);
}

/** In the order of the text; anything before the first mark is left out. */
export function readMarks(text: string): Mark[] {
  const whole = text.split("\n");
  const lines = whole.some((each) => dosMark.test(each)) ? text.split("\r\n") : whole;
  const starts = lines.flatMap((each, at) => {
    const match = line.exec(each);
    const name = markNames.find((known) => known === match?.[1]);
    return match === null || name === undefined ? [] : [{ at, name, json: match[2] }];
  });
  return starts.map(({ at, name, json }, index) => ({
    name,
    facts: readFacts(json),
    text: unescapeMarks(withoutBlankEnds(lines.slice(at + 1, starts[index + 1]?.at))),
  }));
}
