/** Finds out which requests a run would send, before it sends any. */
import type { Kind } from "../contract/kind.ts";
import { type AnswerSource, nameQuestion, type Question, readCached } from "./findAnswer.ts";
import { judgedAssertionsOf, questionOf, questionsAbout, type Repetition } from "./repetition.ts";

export interface ExpectedRequest {
  /** The same for requests that one answer serves. */
  name: string;
  model: string;
  kind: Kind;
  isCached: boolean;
}

/** Each once. `askAll`: the cache is not looked at. What models are asked about an answer is known once there is one: until then it counts as a request. */
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
  const judged = judgedAssertionsOf(planned).map(async ({ assertion, model }): Promise<ExpectedRequest[]> => {
    if (answer === undefined) {
      // The words of a file are written down once, whatever is asserted of them.
      const about = assertion.name === "transcript" ? [model] : [model, assertion.value, planned.vars];
      return [{ name: `${name} ${JSON.stringify(about)}`, model, kind: "text", isCached: false }];
    }
    return Promise.all(
      questionsAbout(planned, { assertion, model }, answer).map(async ({ question: asked }): Promise<ExpectedRequest> => {
        return { name: nameQuestion(asked, source), model, kind: "text", isCached: (await look(asked)) !== undefined };
      }),
    );
  });
  return [own, ...(await Promise.all(judged)).flat()];
}
