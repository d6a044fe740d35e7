/** Why there is only a part of an answer, for everything that shows one. */
import { expect, test } from "vitest";
import { whyPartial } from "../../../../src/client/responses/cutOff.ts";
import { requireComplete } from "../../../../src/client/responses/requireComplete.ts";
import type { ResponseEnd } from "../../../../src/client/serviceClient.ts";
import { ServiceError } from "../../../../src/client/serviceError.ts";

const end = (outcome: ResponseEnd["outcome"], reason?: string, error?: ServiceError) =>
  whyPartial({ outcome, error, response: reason === undefined ? undefined : { id: "r", incomplete_details: { reason } } })?.message;
const broken = new ServiceError({ kind: "connectionLost", message: "The connection broke." });

test.each<[string, string | undefined, string | undefined]>([
  ["a whole answer", end("completed"), undefined],
  ["a refusal", end("refused", "content_filter"), undefined],
  ["a reason of OpenAI", end("incomplete", "content_filter"), "The answer was cut off: a content filter stopped it."],
  ["a reason of another service", end("incomplete", "moon"), "The answer was cut off: moon."],
  ["no reason", end("incomplete"), "The answer was cut off."],
  ["an end without its event", end("truncated"), "The answer was cut off."],
  ["a broken connection", end("truncated", undefined, broken), "The connection broke."],
  ["a failure without a reason, which is no part of an answer", end("failed"), undefined],
])("%s", (_, said, expected) => {
  expect(said).toBe(expected);
});

test.each([
  ["incomplete", { kind: "badAnswer", message: "The answer was cut off." }],
  ["refused", { kind: "badAnswer", message: "The model refused." }],
] as const)("who needs a whole answer is told why it is %s", (outcome, error) => {
  const ended: ResponseEnd = { outcome, id: "r", response: { id: "r" }, error: undefined };
  expect(() => requireComplete(ended)).toThrow(expect.objectContaining({ ...error, taskId: "r" }));
});
