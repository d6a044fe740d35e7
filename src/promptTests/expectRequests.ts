/** Finds out which requests a run would send, before it sends any. */
import type { Kind } from "../contract/kind.ts";
import { type AnswerSource, nameQuestion, type Question, readCached } from "./findAnswer.ts";
import { questionOf, type Repetition, rubricQuestion, rubricsOf } from "./repetition.ts";

export interface ExpectedRequest {
  /** The same for requests that one answer serves. */
  name: string;
  model: string;
  kind: Kind;
  isCached: boolean;
}

/** Each once. `askAll`: the cache is not looked at. What a model judges is known once there is an answer: until then it counts as a request. */
export async function expectRequests(
  repetitions: readonly Repetition[],
  source: AnswerSource,
  use: "cacheFirst" | "askAll",
): Promise<ExpectedRequest[]> {
  const found = await Promise.all(repetitions.map((one) => expectOf(one, source, use)));
  return [...new Map(found.flat().map((one) => [one.name, one])).values()];
}

async function expectOf(repetition: Repetition, source: AnswerSource, use: "cacheFirst" | "askAll"): Promise<ExpectedRequest[]> {
  const look = async (question: Question) => (use === "askAll" ? undefined : readCached(question, source));
  const { planned } = repetition;
  const question = questionOf(repetition);
  const name = nameQuestion(question, source);
  const answer = await look(question);
  const own: ExpectedRequest = { name, model: planned.model, kind: planned.request.kind, isCached: answer !== undefined };
  const judged = rubricsOf(planned).map(async ({ assertion, judge }): Promise<ExpectedRequest[]> => {
    if (answer === undefined) {
      return [{ name: `${name} ${JSON.stringify([judge, assertion.value, planned.vars])}`, model: judge, kind: "text", isCached: false }];
    }
    const asked = rubricQuestion(planned, assertion, judge, answer);
    if (asked === undefined) return [];
    const isCached = (await look(asked)) !== undefined;
    return [{ name: nameQuestion(asked, source), model: judge, kind: "text", isCached }];
  });
  return [own, ...(await Promise.all(judged)).flat()];
}
