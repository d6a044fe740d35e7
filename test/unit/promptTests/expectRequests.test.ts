/** The requests that a run will send. */
import { expect, test } from "vitest";
import type { TestedAnswer } from "../../../src/prompt/assertions/testedAnswer.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { readTests } from "../../../src/prompt/testing/readTests.ts";
import { nameAnswer } from "../../../src/promptTests/answerCache.ts";
import { expectRequests } from "../../../src/promptTests/expectRequests.ts";
import { type AnswerSource, nameQuestion } from "../../../src/promptTests/findAnswer.ts";
import { planTests } from "../../../src/promptTests/planTests.ts";
import { judgedAssertionsOf, questionOf, questionsAbout, type Repetition, repetitionsOf } from "../../../src/promptTests/repetition.ts";

const service = "service";
const answer: TestedAnswer = { text: "A heron", isRefused: false, cost: 1, latency: 1, tokens: 1, citations: [], files: [] };

function read(tests: string): Repetition[] {
  const document = parsePromptDocument(`---\nmodel: m\njudge: j\ntests:\n${tests}\n---\nx\n`);
  return repetitionsOf(planTests(document, readTests(document), {}).planned);
}

/** A cache with the answers of these names. */
function sourceWith(...names: string[]): AnswerSource {
  return { service, cache: { read: async (key) => (names.includes(nameAnswer(key)) ? answer : undefined), write: async () => undefined } };
}

const count = (requests: readonly { model: string; isCached: boolean }[]) => requests.map(({ model, isCached }) => [model, isCached]);

const rubric = "  - assert: [ { llm-rubric: kind } ]";

test("cases with the same request and rubric share them", async () => {
  expect(count(await expectRequests(read(`${rubric}\n${rubric}\n  - {}`), sourceWith(), "cacheFirst"))).toEqual([
    ["m", false],
    ["j", false],
  ]);
});

test("a verdict is cached for its cached answer", async () => {
  const [one] = read(rubric);
  const [asked] = one === undefined ? [] : judgedAssertionsOf(one.planned);
  const question = one && asked && questionsAbout(one.planned, asked, answer)[0]?.question;
  if (one === undefined || question === undefined) throw new Error("Nothing is judged.");
  const [own, judged] = [questionOf(one), question].map((each) => nameQuestion(each, { service }));
  if (own === undefined || judged === undefined) throw new Error("Nothing is asked.");
  const cached = async (use: "cacheFirst" | "askAll", ...names: string[]) => count(await expectRequests([one], sourceWith(...names), use));
  expect(await cached("cacheFirst", own)).toEqual([
    ["m", true],
    ["j", false],
  ]);
  expect(await cached("cacheFirst", own, judged)).toEqual([
    ["m", true],
    ["j", true],
  ]);
  expect(await cached("askAll", own, judged)).toEqual([
    ["m", false],
    ["j", false],
  ]);
});

test("an answer with a latency assertion is requested", async () => {
  const [one] = read("  - assert: [ { latency: { max: 5 } } ]");
  if (one === undefined) throw new Error("Nothing is tested.");
  expect(count(await expectRequests([one], sourceWith(nameQuestion(questionOf(one), { service })), "cacheFirst"))).toEqual([["m", false]]);
});
