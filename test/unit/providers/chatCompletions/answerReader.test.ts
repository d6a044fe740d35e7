/** Answers as engines send them, read without a service. The forms with a service are in `test/providers/more/engineAnswers.test.ts`. */
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { AnswerReader } from "../../../../src/providers/chatCompletions/answerReader.ts";
import { readAnswerEnd } from "../../../../src/providers/finishReason.ts";
import { readProviderError } from "../../../../src/providers/providerError.ts";
import type { EngineAnswer, EngineAnswers, ExpectedAnswer } from "../../../providers/engineAnswers/engineAnswer.ts";
import { callForms } from "./callForms.ts";
import { emptyParts } from "./emptyParts.ts";
import { fieldForms } from "./fieldForms.ts";
import { looseAnswers } from "./looseAnswers.ts";
import { otherInterfaces } from "./otherInterfaces.ts";
import { repeatedAnswers } from "./repeatedAnswers.ts";
import { reportedForms } from "./reportedForms.ts";
import { wrappedThoughts } from "./wrappedThoughts.ts";

const answers: EngineAnswers = {
  ...otherInterfaces,
  ...repeatedAnswers,
  ...looseAnswers,
  ...emptyParts,
  ...fieldForms,
  ...callForms,
  ...wrappedThoughts,
  ...reportedForms,
};

function read({ pieces }: EngineAnswer): Required<Omit<ExpectedAnswer, "isLate" | "error">> & { error: string } {
  const parts: LanguageModelV4StreamPart[] = [];
  const reader = new AnswerReader({
    holdsText: false,
    functions: new Map(["get_weather", "get_time"].map((name) => [name, undefined])),
    emit: (part) => parts.push(part),
    onOdd: () => undefined,
  });
  const encoder = new TextEncoder();
  for (const piece of pieces) reader.add(typeof piece === "string" ? encoder.encode(piece) : piece);
  reader.end();
  const refusals = new Set(parts.flatMap((part) => (part.type === "text-start" && part.providerMetadata ? [part.id] : [])));
  const textOf = (isRefusal: boolean) =>
    parts.map((part) => (part.type === "text-delta" && refusals.has(part.id) === isRefusal ? part.delta : "")).join("");
  const failed = parts.find((part) => part.type === "error");
  const finish = parts.find((part) => part.type === "finish");
  const end = finish && readAnswerEnd(finish.finishReason);
  const { inputTokens, outputTokens } = finish?.usage ?? {};
  return {
    status: failed || !end || end.type === "failed" ? "failed" : end.type === "incomplete" ? "incomplete" : "completed",
    text: textOf(false),
    refusal: textOf(true),
    reasoning: parts.map((part) => (part.type === "reasoning-delta" ? part.delta : "")).join(""),
    calls: parts.flatMap((part) => (part.type === "tool-call" ? [[part.toolName, part.input, "completed"]] : [])),
    usage: [inputTokens?.total ?? 0, outputTokens?.total ?? 0],
    error: failed ? readProviderError({ name: "local", redact: (text) => text }, undefined, failed.error).message : "",
    reason: end?.type === "incomplete" ? end.reason : "",
  };
}

test.each(Object.entries(answers))("%s", (_, answer) => {
  const { error, usage, isLate: _late, ...exact } = answer.expected;
  const found = read(answer);
  expect(found).toMatchObject({ status: "completed", text: "", refusal: "", reasoning: "", calls: [], reason: "", ...exact });
  if (usage) expect(found.usage).toEqual(usage);
  if (error) expect(found.error).toMatch(error);
  else expect(found.error).toBe("");
});
