/**
 * Reads an assertion from an `__expected` column of a CSV file, such as `contains: lighthouse` or `levenshtein(3): Brest`.
 * Source: promptfoo.
 */
import type { FilledAssertion, PlainValue } from "./assertion.ts";
import { assertionNames } from "./testFields.ts";

type Expected = Pick<FilledAssertion, "name" | "isNegated" | "value" | "threshold">;

const form = /^(not-)?([a-z][A-Za-z-]*)(?:\((\d+(?:\.\d+)?)\))?(?::([\s\S]*))?$/;

/** Names of promptfoo's assertions that we do not support. They must not be read as texts that the answer equals. */
const otherNames: ReadonlySet<string> = new Set(
  [
    "agent-rubric answer-relevance bleu classifier contains-html contains-sql contains-xml context-faithfulness context-recall context-relevance",
    "conversation-relevance eval factuality finish-reason fn g-eval gleu guardrails human icontains-all icontains-any is-html is-sql",
    "is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call is-xml javascript max-score meteor model-graded-closedqa",
    "model-graded-factuality moderation perplexity perplexity-score pi python rouge-n ruby search-rubric select-best similar",
    "tool-call-f1 trace-error-spans trace-span-count trace-span-duration webhook word-count",
  ].flatMap((names) => names.split(" ")),
);

/** promptfoo's names for some of our assertions. */
const ownNames: Readonly<Record<string, string>> = { "is-refusal": "refusal", grade: "llm-rubric" };

/** promptfoo's default threshold for `levenshtein`, `cost` and `latency` in a CSV file. */
const usualThreshold = 0.75;

/** undefined: the cell is empty. Anything that is not an assertion is the text that the answer must equal. */
export function readExpected(cell: string): Expected | undefined {
  const text = cell.trim();
  if (text === "") return undefined;
  const [, not, written = "", limit, rest] = form.exec(text) ?? [];
  const name = Object.hasOwn(ownNames, written) ? (ownNames[written] ?? written) : written;
  const isOurs = assertionNames.has(name) && !name.startsWith("not-");
  if (!isOurs && !otherNames.has(written)) return { name: "equals", isNegated: false, value: text, threshold: undefined };
  const threshold = limit === undefined ? undefined : Number(limit);
  return { name, isNegated: not !== undefined, ...readValue(name, rest?.trim() ?? "", threshold) };
}

function readValue(name: string, text: string, threshold: number | undefined): Pick<FilledAssertion, "value" | "threshold"> {
  switch (name) {
    case "contains-all":
    case "contains-any":
      return { value: readTexts(text), threshold };
    case "is-json":
    case "contains-json":
      return { value: text === "" ? true : readPlain(text), threshold };
    case "cost":
    case "latency":
      return { value: { max: threshold ?? usualThreshold }, threshold: undefined };
    case "levenshtein":
      return { value: text, threshold: threshold ?? usualThreshold };
    case "refusal":
    case "blank":
      return { value: text !== "false", threshold };
    case "tokens":
    case "citations":
    case "width":
    case "height":
    case "duration":
    case "bytes":
      return { value: readPlain(text), threshold };
    default:
      return { value: text, threshold };
  }
}

/** Comma-separated texts; one in double quotes may contain commas. */
function readTexts(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "," || text[at]?.trim() === "") continue;
    const { value, end } = text[at] === '"' ? readQuoted(text, at + 1) : readPlainText(text, at);
    found.push(value);
    at = end;
  }
  return found;
}

function readPlainText(text: string, start: number): { value: string; end: number } {
  const comma = text.indexOf(",", start);
  const end = comma === -1 ? text.length : comma;
  return { value: text.slice(start, end).trim(), end };
}

/** A quote in the text is doubled or escaped with a backslash. */
function readQuoted(text: string, start: number): { value: string; end: number } {
  let value = "";
  for (let at = start; at < text.length; at += 1) {
    const [character = "", next = ""] = [text[at], text[at + 1]];
    const isEscaped = (character === "\\" && (next === '"' || next === "\\")) || (character === '"' && next === '"');
    if (character === '"' && !isEscaped) return { value, end: at };
    value += isEscaped ? next : character;
    if (isEscaped) at += 1;
  }
  return { value, end: text.length };
}

/** Reads numbers and JSON. */
function readPlain(text: string): PlainValue {
  try {
    const value: PlainValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
