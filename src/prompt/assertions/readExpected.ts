/**
 * Reads an assertion from an `__expected` column of a CSV file, such as `contains: lighthouse` or `levenshtein(3): Brest`.
 * Source: promptfoo.
 */
import { suggestNames } from "../text/suggestNames.ts";
import type { Assertion } from "./assertion.ts";
import { assertions, findAssertion } from "./assertions.ts";

type Expected = Pick<Assertion, "name" | "isNegated" | "value" | "threshold">;

const form = /^(not-)?([a-z][A-Za-z-]*)(?:\(([^()]*)\))?(?::([\s\S]*))?$/;
/** What an assertion's name begins with, written in another way. */
const likeForm = /^(?:!|not[-_ ])?([A-Za-z][\w-]*)[ \t]*(?:\([^()]*\)[ \t]*)?:/;

/** Names of promptfoo's assertions that we do not support. They must not be read as texts that the answer equals. */
const otherNames: ReadonlySet<string> = new Set(
  [
    "agent-rubric answer-relevance assert-set bleu classifier contains-html contains-sql contains-xml context-faithfulness context-recall context-relevance",
    "conversation-relevance eval factuality finish-reason fn g-eval gleu guardrails human icontains-all icontains-any is-html is-sql",
    "is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call is-xml javascript max-score meteor model-graded-closedqa",
    "model-graded-factuality moderation perplexity perplexity-score pi python rouge-n ruby search-rubric select-best similar",
    "tool-call-f1 trace-error-spans trace-span-count trace-span-duration webhook word-count",
  ].flatMap((names) => names.split(" ")),
);

/** promptfoo's names for some of our assertions. */
const ownNames: Readonly<Record<string, string>> = { "is-refusal": "refusal", grade: "llm-rubric" };

/**
 * undefined: the cell is empty. Anything that is not an assertion is the text that the answer must equal. `configured`: the threshold in a
 * column of its own.
 */
export function readExpected(cell: string, configured?: number): Expected | undefined {
  const text = cell.trim();
  if (text === "") return undefined;
  const [, not, written = "", parameter = "", rest] = form.exec(text) ?? [];
  const name = Object.hasOwn(ownNames, written) ? (ownNames[written] ?? written) : written;
  const type = findAssertion(name);
  if (type === undefined && !isOtherName(written, rest)) return { name: "equals", isNegated: false, value: text, threshold: undefined };
  const limit = parameter.trim();
  const threshold = configured ?? (limit === "" || !Number.isFinite(Number(limit)) ? undefined : Number(limit));
  const value = rest?.trim() ?? "";
  const read = type?.readCsv(value, threshold) ?? { value, threshold };
  // A threshold that is no number is reported.
  return { name, isNegated: not !== undefined, ...read, ...(threshold === undefined && limit !== "" ? { threshold: limit } : {}) };
}

/** promptfoo runs the code of a file. */
function isOtherName(written: string, rest: string | undefined): boolean {
  return otherNames.has(written) || (written === "file" && rest?.startsWith("//") === true);
}

const names = assertions.map(({ name }) => name);

/** The name of an assertion that a cell was probably meant to begin with, although it is read as a text. */
export function suggestAssertion(cell: string): string | undefined {
  const text = cell.trim();
  const read = readExpected(text);
  if (read?.name !== "equals" || read.value !== text) return undefined;
  const [, written = ""] = likeForm.exec(text) ?? [];
  return written === "" ? undefined : suggestNames(written.replaceAll("_", "-"), names)[0];
}
