/** Adds the outcome and cost of a test to the history. */
import { editOf, type RunHistory } from "../../promptTests/runHistory.ts";
import type { RepetitionEnd } from "../../promptTests/runTests.ts";
import type { NamedRequest } from "./namedRequest.ts";
import type { PlannedLeaf } from "./planDocuments.ts";

export function testId({ document, key, model, index }: NamedRequest): string {
  return [document.toString(), key, model, index].join("\n");
}

/** The same cached answer with the same judgement is not added again. */
export function rememberRun(
  history: RunHistory,
  { leaf, planned }: PlannedLeaf,
  { answer, unmet, isCached, judgements }: Extract<RepetitionEnd, { type: "judged" }>,
): void {
  const id = testId(leaf);
  const run = { at: Date.now(), isPassed: unmet.length === 0, edit: editOf(planned), model: leaf.model };
  const last = history.of(id).at(-1);
  const judged = judgements.flatMap(({ model, cost, isCached: isOld }) => (isOld || cost === undefined ? [] : [{ model, cost }]));
  if (isCached && judged.length === 0 && last?.edit === run.edit && last.isPassed === run.isPassed) return;
  const cost = isCached || answer.cost === undefined ? {} : { cost: answer.cost };
  history.add(id, { ...run, ...cost, ...(judged.length === 0 ? {} : { judged }) });
}
