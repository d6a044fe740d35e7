/** Determines which requests a run would send, without sending any. */
import type { Kind } from "../contract/kind.ts";
import { findAssertion } from "../prompt/assertions/assertions.ts";
import { fillValue } from "../prompt/testing/fillValue.ts";
import { type AnswerSource, nameQuestion, type Question, readCached } from "./findAnswer.ts";
import { judgedAssertionsOf, questionOf, questionsAbout, type Repetition } from "./repetition.ts";

export interface ExpectedRequest {
  /** The same for requests that share an answer. */
  name: string;
  model: string;
  kind: Kind;
  isCached: boolean;
}

/**
 * Returns the requests without duplicates. `askAll`: ignores the cache. Requests about an answer are only known when there is one: until
 * then, one request is counted for each rubric, and one for all transcripts of an answer.
 */
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
      // A file is transcribed once, however many assertions need it.
      const about =
        findAssertion(assertion.name)?.asks === "transcriber"
          ? [model]
          : [model, fillValue(assertion.value, planned.vars, planned.supplied)];
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
