/** Counts tokens if a provider does not, and computes prices, also before a task, so that its cost can be reserved. Source: spec, "Response object", field usage. */

import { hash } from "node:crypto";
import { countTokens } from "../../contract/countTokens.ts";
import type { InputFile } from "../../contract/generationRequest.ts";
import { kindTable } from "../../contract/kind.ts";
import type { ModelPrice } from "../../contract/models.ts";
import { readRawName, readRawType, usualSamples } from "../../media/files/rawSamples.ts";
import { allFilesOf, type GenerationRequest, requestTexts, type TextRequest } from "../../providers/request.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { reasoningOfOutput, type StoredOutput, type TokenUsage, textOfOutput } from "../store/storedTask.ts";
import { LargestLately } from "./largestLately.ts";

/** Bytes of a file that count as one token. Use division, not bitwise operators, which would overflow for sizes above 2 GiB. */
const bytesPerToken = 64;
/** How many beginnings of dialogues are stored. The least recently used one is removed first. */
const rememberedPrefixes = 10_000;
/** UTF-16 code units of one token, in a language that needs many tokens. */
const charactersPerToken = 3;
/** Tokens of a long answer, unless the request limits it. */
const longAnswer = 16_384;
/** Tokens of an image or of a minute of audio, for models with a price per token. */
const mediaTokens = 4_096;
/** Source: Gemini API, "Pricing", tokens of audio. OpenAI's speech has fewer. */
const soundTokensPerSecond = 25;
/** UTF-16 code units that are spoken in a second. */
const spokenCharacters = 15;
/** Seconds. */
const usualDuration = 10;

/** Tokens of a text that shows how fast a model writes. */
const measuredTokens = 256;
/** How much faster than before a model may write. */
const variation = 1.5;
/** Tokens in a millisecond: of a model whose speed is not known, and of each model at least, so that short texts cannot make it seem slow. */
const fastest = 1;
const slowest = 0.25;

const countFile = (bytes: number) => Math.ceil(bytes / bytesPerToken);

/** The tokens of a sound, which do not depend on the format that its client has chosen. */
export const tokensOfSound = (seconds: number) => Math.ceil(seconds * soundTokensPerSecond);

interface Segment {
  text: string;
  tokens: number;
}

function listSegments(request: GenerationRequest): Segment[] {
  const ofText = (text: string): Segment => ({ text, tokens: countTokens(text) });
  const ofFile = (file: InputFile): Segment => ({ text: hash("sha256", file.bytes), tokens: countFile(file.bytes.byteLength) });
  return [...requestTexts(request).map(ofText), ...allFilesOf(request).map(ofFile)];
}

/** Stores hashes of the beginnings of dialogues. Tokens of a beginning that occurred before count as `cached`, others as `cacheWrite`. */
export class UsageMeter {
  readonly #seen = new Set<string>();
  readonly #costs = new LargestLately();
  /** Tokens in a millisecond. */
  readonly #speeds = new LargestLately();

  /** Records what a provider has reported as the cost of a task with this model, in millionths. `now`: Unix milliseconds. */
  noteCost(model: string, cost: number, now: number): void {
    this.#costs.note(model, cost, now);
  }

  /** In millionths; 0: none was reported lately. */
  largestCost(model: string, now: number): number {
    return this.#costs.of(model, now);
  }

  /** Records how fast a model wrote, unless the text is too short to measure it. */
  noteSpeed(model: string, tokens: number, milliseconds: number, now: number): void {
    if (tokens >= measuredTokens && milliseconds > 0) this.#speeds.note(model, tokens / milliseconds, now);
  }

  /** The most tokens that a model can have written, as fast as it is known to be, or as hardly any model is. */
  mostWritten(model: string, milliseconds: number, now: number): number {
    const known = this.#speeds.of(model, now) * variation;
    return Math.round(milliseconds * Math.max(slowest, known === 0 ? fastest : known));
  }

  /** What a task is expected to cost, in millionths: by its price, and at least what the provider has reported lately. */
  reserve(model: CatalogueModel, request: GenerationRequest, now: number): number {
    return model.provider.isFree ? 0 : Math.max(estimateReserve(model, request), this.largestCost(model.id, now));
  }

  /** `fileSizes`: the sizes of the result's files in bytes. */
  measure(account: string, request: GenerationRequest, made: StoredOutput | undefined, fileSizes: readonly number[]): TokenUsage {
    let input = 0;
    let cached = 0;
    let prefix = `${account}\n${request.kind}\n${request.model}`;
    for (const segment of listSegments(request)) {
      prefix = hash("sha256", `${prefix}\n${segment.text}`);
      input += segment.tokens;
      if (this.#seen.delete(prefix)) cached = input;
      this.#seen.add(prefix);
    }
    for (const oldest of this.#seen) {
      if (this.#seen.size <= rememberedPrefixes) break;
      this.#seen.delete(oldest);
    }
    const reasoning = countTokens(reasoningOfOutput(made));
    const calls = (made?.items ?? []).reduce((sum, item) => sum + (item.type === "function_call" ? countTokens(item.arguments) : 0), 0);
    const answer = countTokens(textOfOutput(made)) + calls;
    const output = fileSizes.reduce((sum, size) => sum + countFile(size), reasoning + answer);
    return { input, cached, cacheWrite: input - cached, output, reasoning, total: input + output };
  }
}

export interface PricedResult {
  usage: TokenUsage;
  images: number;
  /** Duration of audio or video; undefined: unknown. */
  seconds: number | undefined;
}

/** In millionths of the account's unit. undefined: the model has no price, or it has one per second and the duration is unknown. */
export function priceOf({ usage, images, seconds }: PricedResult, price: ModelPrice | undefined): number | undefined {
  if (!price) return undefined;
  if (Object.values(price).every((part) => part === undefined)) return undefined;
  const { input = 0, cached_input = input, cache_write = input, audio_input = input } = price;
  const { output = 0, reasoning = output, audio_output = output, image, second } = price;
  // A provider may report parts that are larger than the whole.
  const read = Math.min(usage.cached, usage.input);
  const written = Math.min(usage.cacheWrite, usage.input - read);
  const thought = Math.min(usage.reasoning, usage.output);
  const [plain, said] = [usage.input - read - written, usage.output - thought];
  const heard = Math.min(usage.audio?.input ?? 0, plain);
  const spoken = Math.min(usage.audio?.output ?? 0, said);
  const ofInput = read * cached_input + written * cache_write + heard * audio_input + (plain - heard) * input;
  const tokens = ofInput + thought * reasoning + spoken * audio_output + (said - spoken) * output;
  if (second !== undefined && seconds === undefined) return undefined;
  return Math.round(tokens + (images * (image ?? 0) + (seconds ?? 0) * (second ?? 0)) * 1e6);
}

/** How many tokens are reserved for the answer to a request. */
export function mostOutputTokens({ maxOutputTokens }: TextRequest): number {
  return maxOutputTokens ?? longAnswer;
}

/**
 * Seconds of raw samples. `mediaType`: what the provider says of them, which has precedence. `asked`: the requested format, e.g. `pcm` or
 * `pcm_16000`, which says another rate.
 */
export function secondsOfSamples(bytes: number, mediaType: string, asked: string | undefined): number {
  const named = readRawName(asked) ?? usualSamples;
  const { rate, channels, bits } = readRawType(mediaType, named.rate) ?? named;
  return (bytes * 8) / (rate * channels * bits);
}

/** Estimates what a task will cost, in millionths of the account's unit; 0 if the model has no price. */
function estimateReserve({ model, provider }: CatalogueModel, request: GenerationRequest): number {
  if (provider.isFree) return 0;
  const characters = requestTexts(request).reduce((sum, text) => sum + text.length, 0);
  const files = allFilesOf(request);
  const input = files.reduce((sum, { bytes }) => sum + countFile(bytes.byteLength), Math.ceil(characters / charactersPerToken));
  const images = request.kind === "image" ? (request.added?.n ?? 1) : 0;
  const seconds = secondsOf(request, characters);
  const ofMedia = request.kind === "audio" ? Math.max(mediaTokens, tokensOfSound(seconds)) : mediaTokens * Math.max(images, 1);
  const output = request.kind === "text" ? mostOutputTokens(request) : ofMedia;
  const heard = files.reduce((sum, { bytes, mediaType }) => sum + (mediaType?.startsWith("audio/") ? countFile(bytes.byteLength) : 0), 0);
  const audio = { input: heard, output: request.kind === "audio" ? output : 0 };
  const usage = { input, cached: 0, cacheWrite: 0, output, reasoning: 0, total: input + output, audio };
  const estimated = priceOf({ usage, images, seconds }, model.price) ?? 0;
  // A number that every database can store.
  return Math.min(estimated, Number.MAX_SAFE_INTEGER);
}

function secondsOf(request: GenerationRequest, characters: number): number {
  const { shownAs } = kindTable[request.kind];
  if (shownAs === "text" || shownAs === "image") return 0;
  if ("text" in request) return characters / spokenCharacters / (request.speed ?? 1);
  return ("duration" in request ? request.duration : undefined) ?? usualDuration;
}
