/** Counts tokens if a provider does not, and computes prices. Source: spec, "Response object", field usage. */
import { createHash, hash } from "node:crypto";
import { countTokens } from "../../contract/countTokens.ts";
import type { InputFile } from "../../contract/generationRequest.ts";
import type { Price } from "../../providers/provider.ts";
import { allFilesOf, type GenerationRequest, textsOf } from "../../providers/request.ts";
import { reasoningOfOutput, type StoredOutput, type TokenUsage, textOfOutput } from "../store/storedTask.ts";

/** Bytes of a file that count as one token. Use division, not bitwise operators, which would overflow for sizes above 2 GiB. */
const bytesPerToken = 64;
/** How many beginnings of dialogues are stored. The least recently used one is removed first. */
const rememberedPrefixes = 10_000;

export const countFile = (bytes: number) => Math.ceil(bytes / bytesPerToken);

interface Segment {
  text: string;
  tokens: number;
}

function listSegments(request: GenerationRequest): Segment[] {
  const ofText = (text: string): Segment => ({ text, tokens: countTokens(text) });
  const ofFile = (file: InputFile): Segment => ({ text: hash("sha256", file.bytes), tokens: countFile(file.bytes.byteLength) });
  return [...textsOf(request).map(ofText), ...allFilesOf(request).map(ofFile)];
}

export interface UsageMeter {
  /** `fileSizes`: the sizes of the result's files in bytes. */
  measure(account: string, request: GenerationRequest, output: StoredOutput | undefined, fileSizes: readonly number[]): TokenUsage;
  /** Records what a provider has reported as the cost of a task with this model, in millionths. */
  noteCost(model: string, cost: number): void;
  /** The largest one; 0: none was reported. */
  largestCost(model: string): number;
}

/** Stores hashes of the beginnings of dialogues. Tokens of a beginning that occurred before count as `cached`, others as `cacheWrite`. */
export function createUsageMeter(): UsageMeter {
  const seen = new Set<string>();
  const costs = new Map<string, number>();
  const largestCost = (model: string) => costs.get(model) ?? 0;
  return {
    noteCost: (model, cost) => void costs.set(model, Math.max(cost, largestCost(model))),
    largestCost,
    measure(account, request, made, fileSizes) {
      let input = 0;
      let cached = 0;
      let prefix = `${account}\n${request.kind}\n${request.model}`;
      for (const segment of listSegments(request)) {
        prefix = createHash("sha256").update(`${prefix}\n`).update(segment.text).digest("hex");
        input += segment.tokens;
        if (seen.delete(prefix)) cached = input;
        seen.add(prefix);
      }
      for (const oldest of seen) {
        if (seen.size <= rememberedPrefixes) break;
        seen.delete(oldest);
      }
      const reasoning = countTokens(reasoningOfOutput(made));
      const calls = (made?.items ?? []).reduce((sum, item) => sum + (item.type === "function_call" ? countTokens(item.arguments) : 0), 0);
      const answer = countTokens(textOfOutput(made)) + calls;
      const output = fileSizes.reduce((sum, size) => sum + countFile(size), reasoning + answer);
      return { input, cached, cacheWrite: input - cached, output, reasoning, total: input + output };
    },
  };
}

export interface PricedResult {
  usage: TokenUsage;
  images: number;
  /** Duration of audio or video; undefined: unknown. */
  seconds: number | undefined;
}

/** In millionths of the account's unit. undefined: the model has no price, or it has one per second and the duration is unknown. */
export function priceOf({ usage, images, seconds }: PricedResult, price: Price | undefined): number | undefined {
  if (!price) return undefined;
  const { input, output, image, second } = price;
  if ([input, output, image, second].every((part) => part === undefined)) return undefined;
  const tokens = usage.input * (input ?? 0) + usage.output * (output ?? 0);
  if (second !== undefined && seconds === undefined) return undefined;
  return Math.round(tokens + (images * (image ?? 0) + (seconds ?? 0) * (second ?? 0)) * 1e6);
}
