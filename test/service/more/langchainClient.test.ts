/** The published `@langchain/openai` with its Responses API, unchanged, against the service. */
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { ChatOpenAI } from "@langchain/openai";
import { expect, test } from "vitest";
import { startTestService } from "../testService.ts";

const service = await startTestService();
const model = new ChatOpenAI({
  model: "demo-text",
  apiKey: service.key,
  useResponsesApi: true,
  streamUsage: true,
  maxRetries: 0,
  configuration: { baseURL: `${service.url}/api/v1` },
});

test("invoke answers text, id and usage", async () => {
  const answer = await model.invoke([new HumanMessage("Tell me about herons.")]);
  expect(answer.text).toContain("herons");
  expect(answer.usage_metadata).toMatchObject({ total_tokens: expect.any(Number) });
  expect(answer.response_metadata.id).toMatch(/^resp_/);
});

test("a dialogue is sent back complete", async () => {
  const first = await model.invoke([new HumanMessage("Hello.")]);
  const next = await model.invoke([new HumanMessage("Hello."), new AIMessage(first.text), new HumanMessage("And again?")]);
  expect(next.text).not.toBe("");
});

test("stream adds up to the text of invoke, with the id from created and the usage from completed", async () => {
  let text = "";
  let id: unknown;
  const usages: unknown[] = [];
  for await (const chunk of await model.stream([new HumanMessage("Tell me about herons.")])) {
    text += chunk.text;
    id ??= chunk.response_metadata.id;
    if (chunk.usage_metadata) usages.push(chunk.usage_metadata);
  }
  expect(text).toBe((await model.invoke([new HumanMessage("Tell me about herons.")])).text);
  expect(id).toMatch(/^resp_/);
  expect(usages).toEqual([expect.objectContaining({ total_tokens: expect.any(Number) })]);
});
