/**
 * Reads an assertion from an `__expected` column of a CSV file, such as `contains: lighthouse` or `levenshtein(3): Brest`.
 * Source: promptfoo.
 */
import type { FilledAssertion } from "./assertion.ts";
import { findAssertion } from "./assertions/assertions.ts";

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

/** undefined: the cell is empty. Anything that is not an assertion is the text that the answer must equal. */
export function readExpected(cell: string): Expected | undefined {
  const text = cell.trim();
  if (text === "") return undefined;
  const [, not, written = "", limit, rest] = form.exec(text) ?? [];
  const name = Object.hasOwn(ownNames, written) ? (ownNames[written] ?? written) : written;
  const type = findAssertion(name);
  if (type === undefined && !otherNames.has(written)) return { name: "equals", isNegated: false, value: text, threshold: undefined };
  const threshold = limit === undefined ? undefined : Number(limit);
  const value = rest?.trim() ?? "";
  return { name, isNegated: not !== undefined, ...(type?.readCsv(value, threshold) ?? { value, threshold }) };
}
