/** Counts tokens where a provider does not, and prices what was made. Source: spec, "Response object", field usage. */
import { hash } from "node:crypto";
import { countTokens } from "../../contract/countTokens.ts";
import type { InputFile } from "../../contract/generationRequest.ts";
import type { Price } from "../../providers/provider.ts";
import { filesOf, type GenerationRequest, textsOf } from "../../providers/request.ts";
import { reasoningOfOutput, type StoredOutput, type TokenUsage, textOfOutput } from "../store/storedTask.ts";

/** Bytes of a file that count as one token. Plain division: sizes beyond 2 GiB must not wrap. */
const bytesPerToken = 64;
/** Dialogues whose beginning is remembered. */
const rememberedPrefixes = 10_000;

const countFile = (bytes: number) => Math.ceil(bytes / bytesPerToken);

interface Segment {
  text: string;
  tokens: number;
}

function listSegments(request: GenerationRequest): Segment[] {
  const ofText = (text: string): Segment => ({ text, tokens: countTokens(text) });
  const ofFile = (file: InputFile): Segment => ({ text: hash("sha256", file.bytes), tokens: countFile(file.bytes.byteLength) });
  const files = request.kind === "text" ? filesOf(request) : request.kind === "audio" ? [] : request.references;
  return [...textsOf(request).map(ofText), ...files.map(ofFile)];
}

export interface UsageMeter {
  /** `fileSizes` in bytes, of the result. */
  measure(account: string, request: GenerationRequest, output: StoredOutput | undefined, fileSizes: readonly number[]): TokenUsage;
}

/** Remembers the beginnings of dialogues: tokens of a beginning that came before are `cached`, the others are written to the cache. */
export function createUsageMeter(): UsageMeter {
  const seen = new Set<string>();
  return {
    measure(account, request, made, fileSizes) {
      let input = 0;
      let cached = 0;
      let prefix = `${account}\n${request.kind}\n${request.model}`;
      for (const segment of listSegments(request)) {
        prefix = hash("sha256", `${prefix}\n${segment.text}`);
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
  /** Of audio or video; undefined: not known. */
  seconds: number | undefined;
}

/** Millionths of the account's unit; undefined: no price is known for what was made. */
export function priceOf({ usage, images, seconds }: PricedResult, price: Price | undefined): number | undefined {
  if (!price) return undefined;
  const { input, output, image, second } = price;
  const tokens = usage.input * (input ?? 0) + usage.output * (output ?? 0);
  if (second !== undefined && seconds === undefined) return undefined;
  return Math.round(tokens + (images * (image ?? 0) + (seconds ?? 0) * (second ?? 0)) * 1e6);
}
