/** One of the requests of a case with one model, and what the model that judges its answer is asked. */

import type { Assertion } from "../prompt/tests/assertion.ts";
import { fillValue, type TestedAnswer } from "../prompt/tests/judgeAnswer.ts";
import { buildRubricRequest } from "../prompt/tests/rubric.ts";
import type { Question } from "./findAnswer.ts";
import type { PlannedTest } from "./planTests.ts";

export interface Repetition<Planned extends PlannedTest = PlannedTest> {
  planned: Planned;
  /** From 0. */
  index: number;
}

/** All repetitions, those of one test after each other. */
export function repetitionsOf<Planned extends PlannedTest>(planned: readonly Planned[]): Repetition<Planned>[] {
  return planned.flatMap((one) => Array.from({ length: one.test.repeat }, (_, index) => ({ planned: one, index })));
}

export function questionOf({ planned, index }: Repetition): Question {
  const takesCached = !planned.test.assertions.some(({ name }) => name === "latency");
  return { request: planned.request, model: planned.model, repetition: index, takesCached };
}

/** Assertions that a model judges. */
export function rubricsOf({ test }: PlannedTest): { assertion: Assertion; judge: string }[] {
  const { judge } = test;
  return judge === undefined ? [] : test.assertions.flatMap((one) => (one.name === "llm-rubric" ? [{ assertion: one, judge }] : []));
}

/** undefined: the answer has no text. The same answer is judged once, however often it was given. */
export function rubricQuestion(planned: PlannedTest, assertion: Assertion, judge: string, { text }: TestedAnswer): Question | undefined {
  if (text.trim() === "") return undefined;
  const rubric = fillValue(assertion.value, planned.vars);
  const request = buildRubricRequest(planned.request.interface, judge, typeof rubric === "string" ? rubric : JSON.stringify(rubric), text);
  return { request, model: judge, repetition: 0, takesCached: true };
}
