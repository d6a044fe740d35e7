/** A request and its result in; token counts that add up, and the price, out. Source: spec, "Response object", field usage. */
import { hash } from "node:crypto";
import type { GenerationRequest, InputFile } from "../generators/generator.ts";
import type { Price } from "../models.ts";
import type { StoredText, TokenUsage } from "../store/storedTask.ts";
import { countTokens } from "./countTokens.ts";

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
  switch (request.kind) {
    case "text":
      return [
        ...(request.instructions === undefined ? [] : [ofText(request.instructions)]),
        ...request.turns.map((turn) => ofText(`${turn.text}`)),
        ...request.files.map(ofFile),
      ];
    case "audio":
      return [ofText(request.text)];
    case "image":
    case "video":
      return [ofText(request.prompt), ...request.references.map(ofFile)];
  }
}

export interface UsageMeter {
  /** `fileSizes` in bytes, of the result. */
  measure(account: string, request: GenerationRequest, text: StoredText | undefined, fileSizes: readonly number[]): TokenUsage;
}

/** Remembers the beginnings of dialogues: tokens of a beginning that came before are `cached`, the others are written to the cache. */
export function createUsageMeter(): UsageMeter {
  const seen = new Set<string>();
  return {
    measure(account, request, text, fileSizes) {
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
      const reasoning = countTokens(text?.reasoning ?? "");
      const answer = countTokens(text?.text ?? "") + countTokens(text?.refusal ?? "");
      const output = fileSizes.reduce((sum, size) => sum + countFile(size), reasoning + answer);
      return { input, cached, cacheWrite: input - cached, output, reasoning, total: input + output };
    },
  };
}

/** Millionths of the account's unit. */
export function priceOf(usage: TokenUsage, price: Price): number {
  return usage.input * price.input + usage.output * price.output;
}
