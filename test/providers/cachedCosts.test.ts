/**
 * What cached tokens cost in each interface, by the counts that its documentation describes. Sources: Anthropic, "Prompt caching" (`input_tokens`
 * are those after the last breakpoint); Gemini, "Context caching" (the prompt's count includes the cached ones); OpenAI, "Prompt caching" (the same).
 */
import { afterAll, expect, test } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { readV2Status, startTestService } from "../service/testService.ts";
import { type Answer, openEngine } from "./engineServer.ts";

const answerWith =
  (...events: object[]): Answer =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  };

const ofAnthropic = { input_tokens: 10, cache_read_input_tokens: 90_000, cache_creation_input_tokens: 10_000, output_tokens: 1 };
const message = { id: "m", type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello", annotations: [] }] };
const response = { id: "r", object: "response", created_at: 1, model: "m" };

const engine = await openEngine({
  "POST /v1/messages": answerWith(
    { type: "message_start", message: { id: "m", role: "assistant", content: [], model: "m", usage: ofAnthropic } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1_000 } },
    { type: "message_stop" },
  ),
  "POST /v1/models/m:streamGenerateContent": answerWith({
    candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
    usageMetadata: {
      promptTokenCount: 100_000,
      cachedContentTokenCount: 90_000,
      candidatesTokenCount: 400,
      thoughtsTokenCount: 600,
      totalTokenCount: 101_000,
    },
  }),
  "POST /v1/responses": answerWith(
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item: { ...message, content: [], status: "in_progress" } },
    { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: "Hello" },
    { type: "response.output_item.done", output_index: 0, item: { ...message, status: "completed" } },
    {
      type: "response.completed",
      response: {
        ...response,
        status: "completed",
        output: [message],
        usage: {
          input_tokens: 100_000,
          input_tokens_details: { cached_tokens: 90_000 },
          output_tokens: 1_000,
          output_tokens_details: { reasoning_tokens: 600 },
          total_tokens: 101_000,
        },
      },
    },
  ),
});
afterAll(() => engine.close());

const price = { input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 };
const providers = Object.fromEntries(
  ["anthropic", "google", "openai"].map((type) => [
    type,
    { type, baseURL: `${engine.url}/v1`, apiKey: "k", models: { m: { kinds: ["text"], price } } },
  ]),
);

test("cached tokens have their price in each interface", async () => {
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers })), balance: 1_000 });
  const costOf = async (model: string) => {
    const answer = await service.makeV2({ ai: { model }, content: [{ type: "input_text", text: "Hello" }] });
    return readV2Status(answer).contents.cost.amount;
  };
  expect(await costOf("anthropic/m")).toBeCloseTo((10 * 3 + 90_000 * 0.3 + 10_000 * 3.75 + 1_000 * 15) / 1e6, 9);
  expect(await costOf("google/m")).toBeCloseTo((10_000 * 3 + 90_000 * 0.3 + 1_000 * 15) / 1e6, 9);
  expect(await costOf("openai/m")).toBeCloseTo((10_000 * 3 + 90_000 * 0.3 + 1_000 * 15) / 1e6, 9);
});
