/** Token counts, also of caches and reasoning. Expected: sums of the counts as their providers document them. */
import { expect, test } from "vitest";
import { addUsage, costIn, modelUsage, noCounts } from "../../../src/providers/readUsage.ts";

interface Counts {
  input?: number;
  cached?: number;
  cacheWrite?: number;
  output?: number;
  reasoning?: number;
}

const reported: Record<string, [usage: object, expected: Counts]> = {
  OpenAI: [
    {
      prompt_tokens: 2_006,
      completion_tokens: 300,
      total_tokens: 2_306,
      prompt_tokens_details: { cached_tokens: 1_920 },
      completion_tokens_details: { reasoning_tokens: 256 },
    },
    { input: 2_006, cached: 1_920, output: 300, reasoning: 256 },
  ],
  "odd numbers": [
    { prompt_tokens: "0x10", completion_tokens: "Infinity", total_tokens: Number.NaN, prompt_tokens_details: { cached_tokens: "-3" } },
    {},
  ],
  // A part is not larger than the whole, so that it is beside it.
  "a gateway that counts what was read from a cache apart": [
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 1_000 } },
    { input: 1_010, cached: 1_000, output: 5 },
  ],
  "a gateway that counts what was written to a cache apart": [
    { prompt_tokens: 10, completion_tokens: 5, cache_creation_tokens: 300, prompt_tokens_details: { cached_tokens: 200 } },
    { input: 510, cached: 200, cacheWrite: 300, output: 5 },
  ],
  "a gateway that counts reasoning apart, and no total": [
    { prompt_tokens: 10, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 100 } },
    { input: 10, output: 105, reasoning: 100 },
  ],
  "a gateway whose details contradict its total": [
    {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 15,
      prompt_tokens_details: { cached_tokens: 1_000 },
      completion_tokens_details: { reasoning_tokens: 100 },
    },
    { input: 10, cached: 1_000, output: 5, reasoning: 100 },
  ],
  "numbers as texts": [
    { prompt_tokens: "20", completion_tokens: "3.0", total_tokens: "23" },
    { input: 20, output: 3 },
  ],
  "OpenAI's Responses": [
    {
      input_tokens: 2_006,
      output_tokens: 300,
      input_tokens_details: { cached_tokens: 1_920 },
      output_tokens_details: { reasoning_tokens: 256 },
    },
    { input: 2_006, cached: 1_920, output: 300, reasoning: 256 },
  ],
  "OpenRouter's cache writes": [
    {
      prompt_tokens: 10_339,
      completion_tokens: 60,
      total_tokens: 10_399,
      prompt_tokens_details: { cached_tokens: 10_000, cache_write_tokens: 318 },
    },
    { input: 10_339, cached: 10_000, cacheWrite: 318, output: 60 },
  ],
  "cache writes of chat completions, beside the counts": [
    { prompt_tokens: 100, completion_tokens: 5, cached_tokens: 60, cache_write_tokens: 30 },
    { input: 100, cached: 60, cacheWrite: 30, output: 5 },
  ],
  DeepSeek: [
    { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
    { input: 100, cached: 64, output: 5 },
  ],
  "llama.cpp's timings": [
    { cache_n: 236, prompt_n: 1, predicted_n: 35 },
    { input: 237, cached: 236, output: 35 },
  ],
  "Anthropic, whose input is without both": [
    { input_tokens: 3, cache_read_input_tokens: 10, cache_creation_input_tokens: 7, output_tokens: 2 },
    { input: 20, cached: 10, cacheWrite: 7, output: 2 },
  ],
  "Bedrock, whose total has both": [
    { inputTokens: 3, cacheReadInputTokens: 10, cacheWriteInputTokens: 7, outputTokens: 2, totalTokens: 22 },
    { input: 20, cached: 10, cacheWrite: 7, output: 2 },
  ],
  "Bedrock's metrics of an invocation": [
    { inputTokenCount: 3, cacheReadInputTokenCount: 10, cacheWriteInputTokenCount: 7, outputTokenCount: 2 },
    { input: 20, cached: 10, cacheWrite: 7, output: 2 },
  ],
  "Anthropic through a gateway whose total is without both": [
    { input_tokens: 3, cache_read_input_tokens: 10, cache_creation_input_tokens: 7, output_tokens: 2, total_tokens: 5 },
    { input: 20, cached: 10, cacheWrite: 7, output: 2 },
  ],
  "a gateway whose input and total have both": [
    { input_tokens: 20, cache_read_input_tokens: 10, cache_creation_input_tokens: 7, output_tokens: 2, total_tokens: 22 },
    { input: 20, cached: 10, cacheWrite: 7, output: 2 },
  ],
  "Replicate's metrics": [
    { input_token_count: 20, output_token_count: 2 },
    { input: 20, output: 2 },
  ],
  "Gemini, whose input is without what its tools have read": [
    {
      promptTokenCount: 100,
      toolUsePromptTokenCount: 40,
      cachedContentTokenCount: 90,
      candidatesTokenCount: 10,
      thoughtsTokenCount: 5,
      totalTokenCount: 155,
    },
    { input: 140, cached: 90, output: 15, reasoning: 5 },
  ],
  "Gemini, as its package for Python writes them": [
    {
      prompt_token_count: 100,
      cached_content_token_count: 90,
      candidates_token_count: 10,
      thoughts_token_count: 5,
      total_token_count: 115,
    },
    { input: 100, cached: 90, output: 15, reasoning: 5 },
  ],
  "the AI SDK 5": [
    { inputTokens: 1_000, cachedInputTokens: 900, outputTokens: 10, reasoningTokens: 4, totalTokens: 1_010 },
    { input: 1_000, cached: 900, output: 10, reasoning: 4 },
  ],
  "the AI SDK 6": [
    {
      inputTokens: 1_000,
      inputTokenDetails: { noCacheTokens: 80, cacheReadTokens: 900, cacheWriteTokens: 20 },
      outputTokens: 10,
      outputTokenDetails: { textTokens: 6, reasoningTokens: 4 },
      totalTokens: 1_010,
    },
    { input: 1_000, cached: 900, cacheWrite: 20, output: 10, reasoning: 4 },
  ],
  "a total with reasoning that no count has": [
    { prompt_tokens: 30, completion_tokens: 5, total_tokens: 135 },
    { input: 30, output: 105, reasoning: 100 },
  ],
  "xAI, whose reasoning is only in the total": [
    { prompt_tokens: 30, completion_tokens: 5, total_tokens: 135, completion_tokens_details: { reasoning_tokens: 100 } },
    { input: 30, output: 105, reasoning: 100 },
  ],
};

// Sources: OpenRouter, "Usage Accounting" and "BYOK"; Perplexity, "Chat Completions"; xAI, "Cost tracking".
test.each<[what: string, usage: Readonly<Record<string, unknown>>, cost: number | undefined]>([
  ["OpenRouter's credits", { cost: 0.25, is_byok: false, cost_details: { upstream_inference_cost: 0.25 } }, 0.25],
  ["a key of one's own, without a fee", { cost: 0, is_byok: true, cost_details: { upstream_inference_cost: 0.5 } }, 0.5],
  ["a key of one's own, with a fee", { cost: 0.025, is_byok: true, cost_details: { upstream_inference_cost: 0.5 } }, 0.525],
  ["a key of one's own, whose bill is not known", { cost: 0.025, is_byok: true, cost_details: { upstream_inference_cost: null } }, 0.025],
  ["a bill that is no amount", { cost: 0.025, is_byok: true, cost_details: { upstream_inference_cost: -1 } }, 0.025],
  ["Perplexity's parts", { cost: { request_cost: 0.4, total_cost: 0.5 } }, 0.5],
  ["xAI's ticks", { cost_in_usd_ticks: 5_000_000_000 }, 0.5],
  ["nothing", {}, undefined],
])("the cost of %s is read", (_, usage, cost) => {
  expect(costIn(usage)).toBe(cost);
  expect(addUsage(addUsage(noCounts, usage) ?? noCounts, usage)?.raw?.cost).toBe(cost);
});

test.each(Object.entries(reported))("the counts of %s are read", (_, [usage, expected]) => {
  const { inputTokens, outputTokens } = modelUsage(addUsage(noCounts, usage) ?? noCounts);
  const none = { input: undefined, cached: undefined, cacheWrite: undefined, output: undefined, reasoning: undefined };
  expect({
    input: inputTokens.total,
    cached: inputTokens.cacheRead,
    cacheWrite: inputTokens.cacheWrite,
    output: outputTokens.total,
    reasoning: outputTokens.reasoning,
  }).toEqual({ ...none, ...expected });
});
