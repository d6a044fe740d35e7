/**
 * Token counts of a chat completion. Sources: OpenAI; DeepSeek (`prompt_cache_hit_tokens`); Moonshot (`cached_tokens`); the names of
 * Anthropic, Gemini and Ollama; llama.cpp's `timings`.
 */
import type { JSONObject, LanguageModelV4Usage } from "@ai-sdk/provider";
import * as z from "zod/mini";
import { readAmount } from "../../contract/amount.ts";
import { isFields } from "../errorReason.ts";

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
];

const sum = (evaluated: unknown, cached: unknown) => {
  const number = count(evaluated);
  return number === undefined ? undefined : number + (count(cached) ?? 0);
};
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isFields(value) ? value : {});
const rest = (total: number | undefined, part: number | undefined) =>
  total === undefined || part === undefined || total <= part ? undefined : total - part;

const objectSchema = z.record(z.string(), z.json());

/** What the answer cost: OpenRouter's `cost`, Perplexity's parts of it, DeepInfra's estimate, and xAI's ticks, of which 1e10 are a dollar. */
function costIn({ cost, estimated_cost: estimated, cost_in_usd_ticks: ticks }: Readonly<Record<string, unknown>>): number | undefined {
  const inTicks = readAmount(ticks);
  return (
    readAmount(isFields(cost) ? cost.total_cost : cost) ?? readAmount(estimated) ?? (inTicks === undefined ? undefined : inTicks / 1e10)
  );
}

const cacheReads = [
  "cached_tokens",
  "prompt_cache_hit_tokens",
  "cache_read_input_tokens",
  "cacheReadInputTokens",
  "cachedContentTokenCount",
  "cache_n",
];
const cacheWrites = ["cache_write_tokens", "cache_creation_tokens", "cache_creation_input_tokens", "cacheWriteInputTokens"];

/** Anthropic and Bedrock do not count among the input what is read from a cache or written to it. */
function uncountedInput(usage: Readonly<Record<string, unknown>>): number {
  if (count(usage.prompt_tokens) || (count(usage.input_tokens) ?? count(usage.inputTokens)) === undefined) return 0;
  const read = count(usage.cache_read_input_tokens) ?? count(usage.cacheReadInputTokens) ?? 0;
  return read + (count(usage.cache_creation_input_tokens) ?? count(usage.cacheWriteInputTokens) ?? 0);
}

/** Adds what a chunk reports. undefined: it reports nothing. */
export function addUsage(counts: UsageCounts, given: unknown): UsageCounts | undefined {
  if (!isFields(given)) return undefined;
  // Cohere also reports what it bills.
  const usage = isFields(given.tokens) ? { ...given, ...given.tokens } : given;
  const ofInput = { ...fieldsOf(usage.input_tokens_details), ...fieldsOf(usage.prompt_tokens_details) };
  const ofOutput = { ...fieldsOf(usage.output_tokens_details), ...fieldsOf(usage.completion_tokens_details) };
  const raw = objectSchema.safeParse(usage).data;
  const cost = larger(readAmount(counts.raw?.cost), costIn(usage));
  const total = first(usage.total_tokens, usage.totalTokens, usage.totalTokenCount);
  const written = first(...outputNames.map((name) => usage[name]), sum(usage.candidatesTokenCount, usage.thoughtsTokenCount));
  const counted = first(...inputNames.map((name) => usage[name])) ?? sum(usage.prompt_n, usage.cache_n) ?? rest(total, written);
  const cached = first(...cacheReads.flatMap((name) => [ofInput[name], usage[name]]));
  const cacheWrite = first(...cacheWrites.flatMap((name) => [ofInput[name], usage[name]]));
  const ofCache = (cached ?? 0) + (cacheWrite ?? 0);
  const sumOfCounted = (counted ?? 0) + (written ?? 0);
  const apart = total === sumOfCounted ? 0 : total === sumOfCounted + ofCache ? ofCache : uncountedInput(usage);
  const input = counted === undefined ? undefined : counted + apart;
  // xAI and Gemini do not count the reasoning among the output, but in the total.
  const thought = input === undefined || written === undefined ? undefined : rest(total, input + written);
  const reasoning = larger(first(ofOutput.reasoning_tokens, usage.reasoning_tokens, usage.thoughtsTokenCount), thought);
  const output = written === undefined ? rest(total, input) : written + (thought ?? 0);
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
