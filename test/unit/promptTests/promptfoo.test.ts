/** Our verdicts equal promptfoo's for all assertions that both support. `npm run record:promptfoo` records promptfoo's. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Assertion, PlainValue } from "../../../src/prompt/assertions/assertion.ts";
import { readExpected } from "../../../src/prompt/assertions/readExpected.ts";
import { readVerdict } from "../../../src/prompt/assertions/rubric.ts";
import type { TestedAnswer } from "../../../src/prompt/assertions/testedAnswer.ts";
import { judgeAnswer } from "../../../src/prompt/testing/judgeAnswer.ts";
import { matchRegularExpression } from "../../../src/promptTests/matchRegularExpression.ts";

const folder = new URL("../../fixtures/promptTests/", import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

const plainSchema: z.ZodMiniType<PlainValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(plainSchema), z.record(z.string(), plainSchema)]),
);
const assertions = z
  .array(
    z.object({
      assertion: z.object({ type: z.string(), value: z.optional(plainSchema), threshold: z.optional(z.number()) }),
      output: z.string(),
      cost: z.optional(z.number()),
      latency: z.optional(z.number()),
      judged: z.optional(z.string()),
    }),
  )
  .parse(read("assertions.json"));
const cells = z.array(z.object({ cell: z.string(), output: z.string() })).parse(read("cells.json"));
const verdicts = z
  .object({ assertions: z.array(z.union([z.boolean(), z.literal("error")])), cells: z.array(z.boolean()) })
  .parse(read("verdicts.json"));

const range = { start: 0, end: 0 };

function judge(assertion: Omit<Assertion, "range" | "nameRange" | "valueNode">, answer: Partial<TestedAnswer>, judged?: string): boolean {
  const whole = { text: "", isRefused: false, cost: undefined, latency: undefined, tokens: undefined, citations: [], files: [], ...answer };
  const judgement =
    judged === undefined ? undefined : { type: "rubric" as const, model: "judge", text: judged, verdict: readVerdict(judged) };
  return judgeAnswer({ ...assertion, range, nameRange: range, valueNode: undefined }, whole, {
    vars: { city: "Brest" },
    matches: matchRegularExpression,
    judgement,
  }).isPassed;
}

/** The same assertion in our documents' form. */
function translate(
  type: string,
  value: PlainValue | undefined,
  threshold: number | undefined,
): Omit<Assertion, "range" | "nameRange" | "valueNode"> {
  const isNegated = type.startsWith("not-");
  const name = type.replace(/^not-/, "");
  if (name === "cost" || name === "latency") return { name, isNegated, value: { max: threshold ?? 0 }, threshold: undefined };
  return { name, isNegated, value: value ?? true, threshold };
}

test("the corpus has a verdict of promptfoo for each assertion and each cell", () => {
  expect(verdicts.assertions).toHaveLength(assertions.length);
  expect(verdicts.cells).toHaveLength(cells.length);
  expect(assertions.length).toBeGreaterThan(200);
});

/** promptfoo repairs truncated JSON and then finds it. Our implementation does not accept it. */
const repaired = 'A {"a":1 b';

test("assertions have the same verdict", () => {
  const differing = assertions.flatMap(({ assertion: { type, value, threshold }, output, cost, latency, judged }, index) => {
    const ours = judge(translate(type, value, threshold), { text: output, cost, latency }, judged);
    const theirs = verdicts.assertions[index];
    return ours === (theirs === true) || output === repaired ? [] : [{ type, value, threshold, output, judged, ours, theirs }];
  });
  expect(differing).toEqual([]);
});

test("cells of a CSV file have the same verdict", () => {
  const differing = cells.flatMap(({ cell, output }, index) => {
    const assertion = readExpected(cell);
    const ours = assertion !== undefined && judge(assertion, { text: output });
    return ours === verdicts.cells[index] ? [] : [{ cell, output, ours, theirs: verdicts.cells[index] }];
  });
  expect(differing).toEqual([]);
});
