/**
 * Token counts of a chat completion. Sources: OpenAI; DeepSeek (`prompt_cache_hit_tokens`); Moonshot (`cached_tokens`); the names of
 * Anthropic, Bedrock (also in the metrics of an invocation), Gemini, the AI SDK and Ollama; llama.cpp's `timings`.
 */
import type { JSONObject, LanguageModelV4Usage } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { readAmount } from "../contract/amount.ts";
import { isFields } from "./errorReason.ts";

export interface UsageCounts {
  input: number | undefined;
  output: number | undefined;
  /** Tokens of the input that were read from a cache. */
  cached: number | undefined;
  /** Tokens of the input that were written to a cache. */
  cacheWrite: number | undefined;
  reasoning: number | undefined;
  /** All fields, for what the dialect reads, e.g. the cost. */
  raw: JSONObject | undefined;
}

export const noCounts: UsageCounts = {
  input: undefined,
  output: undefined,
  cached: undefined,
  cacheWrite: undefined,
  reasoning: undefined,
  raw: undefined,
};

/** No answer has more tokens: a larger count is a mistake, which must not be charged. */
const mostTokens = 1e9;

/** Counts may be text or fractions; anything else is left out. */
function count(value: unknown): number | undefined {
  const number = readAmount(value);
  return number !== undefined && number <= mostTokens ? Math.round(number) : undefined;
}

/** Some gateways fill the names of other interfaces with zeros. */
function first(...values: unknown[]): number | undefined {
  const counts = values.map(count).filter((value) => value !== undefined);
  return counts.find((value) => value > 0) ?? counts[0];
}

/** Some engines report the counts so far with each chunk, and some report zeros at the end: the largest counts are the last ones. */
const larger = (one: number | undefined, other: number | undefined) =>
  one === undefined ? other : other === undefined ? one : Math.max(one, other);

const inputNames = [
  "prompt_tokens",
  "input_tokens",
  "prompt_eval_count",
  "promptTokens",
  "inputTokens",
  "promptTokenCount",
  "prompt_token_count",
  "tokens_evaluated",
  "inputTokenCount",
  "input_token_count",
];
const outputNames = [
  "completion_tokens",
  "output_tokens",
  "eval_count",
  "completionTokens",
  "outputTokens",
  "predicted_n",
  "tokens_predicted",
  "outputTokenCount",
  "generated_token_count",
  "output_token_count",
];

const sum = (evaluated: unknown, cached: unknown) => {
  const number = count(evaluated);
  return number === undefined ? undefined : number + (count(cached) ?? 0);
};
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isFields(value) ? value : {});
const partsIn = (usage: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.flatMap((name) => Object.entries(fieldsOf(usage[name]))));
const rest = (total: number | undefined, part: number | undefined) =>
  total === undefined || part === undefined || total <= part ? undefined : total - part;

const objectSchema = z.record(z.string(), z.json());

/**
 * What an answer cost: OpenRouter's `cost`, Perplexity's parts of it, DeepInfra's estimate, and xAI's ticks, of which 1e10 are a dollar. With
 * a key of one's own (`is_byok`), OpenRouter's is only its fee, which may be zero, and the provider's bill comes on top.
 */
export function costIn(usage: Readonly<Record<string, unknown>>): number | undefined {
  const { cost, estimated_cost: estimated, cost_in_usd_ticks: ticks, is_byok: hasOwnKey, cost_details: details } = usage;
  const inTicks = readAmount(ticks);
  const known =
    readAmount(isFields(cost) ? cost.total_cost : cost) ?? readAmount(estimated) ?? (inTicks === undefined ? undefined : inTicks / 1e10);
  const billed = hasOwnKey === true && isFields(details) ? readAmount(details.upstream_inference_cost) : undefined;
  return billed === undefined ? known : billed + (known ?? 0);
}

const cacheReads = [
  "cached_tokens",
  "prompt_cache_hit_tokens",
  "cache_read_input_tokens",
  "cacheReadInputTokens",
  "cachedContentTokenCount",
  "cached_content_token_count",
  "cachedInputTokens",
  "cacheReadTokens",
  "cachedTokens",
  "cacheReadInputTokenCount",
  "cache_n",
];
const cacheWrites = [
  "cache_write_tokens",
  "cache_creation_tokens",
  "cache_creation_input_tokens",
  "cacheWriteInputTokens",
  "cacheWriteTokens",
  "cacheWriteInputTokenCount",
];

const reasoningNames = ["reasoning_tokens", "reasoningTokens", "thoughtsTokenCount", "thoughts_token_count"];

/** Anthropic and Bedrock do not count among the input what is read from a cache or written to it. */
function uncountedInput(usage: Readonly<Record<string, unknown>>): number {
  if (count(usage.prompt_tokens) || first(usage.input_tokens, usage.inputTokens, usage.inputTokenCount) === undefined) return 0;
  const read = first(usage.cache_read_input_tokens, usage.cacheReadInputTokens, usage.cacheReadInputTokenCount) ?? 0;
  return read + (first(usage.cache_creation_input_tokens, usage.cacheWriteInputTokens, usage.cacheWriteInputTokenCount) ?? 0);
}

/** Adds what a chunk reports. undefined: it reports nothing. */
export function addUsage(counts: UsageCounts, given: unknown): UsageCounts | undefined {
  if (!isFields(given)) return undefined;
  // Cohere also reports what it bills.
  const usage = isFields(given.tokens) ? { ...given, ...given.tokens } : given;
  const ofInput = partsIn(usage, ["inputTokenDetails", "inputTokensDetails", "input_tokens_details", "prompt_tokens_details"]);
  const ofOutput = partsIn(usage, ["outputTokenDetails", "outputTokensDetails", "output_tokens_details", "completion_tokens_details"]);
  const raw = objectSchema.safeParse(usage).data;
  const cost = larger(readAmount(counts.raw?.cost), costIn(usage));
  const total = first(usage.total_tokens, usage.totalTokens, usage.totalTokenCount, usage.total_token_count);
  const ofGemini =
    sum(usage.candidatesTokenCount, usage.thoughtsTokenCount) ?? sum(usage.candidates_token_count, usage.thoughts_token_count);
  const written = first(...outputNames.map((name) => usage[name]), ofGemini);
  const asked = first(...inputNames.map((name) => usage[name]));
  // Gemini counts apart what its own tools have read for the model.
  const counted =
    sum(asked, first(usage.toolUsePromptTokenCount, usage.tool_use_prompt_token_count)) ??
    sum(usage.prompt_n, usage.cache_n) ??
    rest(total, written);
  const cached = first(...cacheReads.flatMap((name) => [ofInput[name], usage[name]]));
  const cacheWrite = first(...cacheWrites.flatMap((name) => [ofInput[name], usage[name]]));
  const ofCache = (cached ?? 0) + (cacheWrite ?? 0);
  const sumOfCounted = (counted ?? 0) + (written ?? 0);
  const uncounted = uncountedInput(usage);
  // A part is not larger than the whole, whatever the total says.
  const isCounted = total === sumOfCounted && uncounted <= (counted ?? 0);
  const isCacheApart = total === sumOfCounted + ofCache || Math.max(cached ?? 0, cacheWrite ?? 0) > (counted ?? 0);
  const apart = isCounted ? 0 : isCacheApart ? ofCache : uncounted;
  const input = counted === undefined ? undefined : counted + apart;
  // xAI and Gemini do not count the reasoning among the output, but in the total.
  const thought = input === undefined || written === undefined ? undefined : rest(total, input + written);
  const thoughts = first(...reasoningNames.flatMap((name) => [ofOutput[name], usage[name]]));
  const reasoning = larger(thoughts, thought);
  const besideOutput = total === undefined && thoughts !== undefined && thoughts > (written ?? 0) ? thoughts : thought;
  const output = written === undefined ? rest(total, input) : written + (besideOutput ?? 0);
  return {
    input: larger(counts.input, input),
    output: larger(counts.output, output),
    cached: larger(counts.cached, cached),
    cacheWrite: larger(counts.cacheWrite, cacheWrite),
    reasoning: larger(counts.reasoning, reasoning),
    raw: raw || cost !== undefined ? { ...counts.raw, ...raw, ...(cost === undefined ? {} : { cost }) } : counts.raw,
  };
}

/** `total` is undefined if the engine has not reported it. */
export function modelUsage({ input, output, cached, cacheWrite, reasoning, raw }: UsageCounts): LanguageModelV4Usage {
  return {
    inputTokens: {
      total: input,
      noCache: input === undefined ? undefined : Math.max(0, input - (cached ?? 0) - (cacheWrite ?? 0)),
      cacheRead: cached,
      cacheWrite,
    },
    outputTokens: { total: output, text: output === undefined ? undefined : Math.max(0, output - (reasoning ?? 0)), reasoning },
    ...(raw ? { raw } : {}),
  };
}
