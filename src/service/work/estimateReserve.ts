/** Estimates what a task will cost, so that it can be reserved. */
import { kindTable } from "../../contract/kind.ts";
import { allFilesOf, type GenerationRequest, textsOf } from "../../providers/request.ts";
import type { CatalogueModel } from "../catalogue.ts";
import { countFile, priceOf } from "./measureUsage.ts";

/** UTF-16 code units of one token, in a language that needs many tokens. */
const charactersPerToken = 3;
/** Tokens of a long answer, unless the request limits it. */
const outputTokens = 16_384;
/** Tokens of an image or of a minute of audio, for models with a price per token. */
const mediaTokens = 4_096;
/** UTF-16 code units that are spoken in a second. */
const spokenCharacters = 15;
/** Seconds. */
const usualDuration = 10;

/** In millionths of the account's unit; 0 if the model has no price. */
export function estimateReserve({ model, provider }: CatalogueModel, request: GenerationRequest): number {
  if (provider.isFree) return 0;
  const characters = textsOf(request).reduce((sum, text) => sum + text.length, 0);
  const files = allFilesOf(request);
  const input = files.reduce((sum, { bytes }) => sum + countFile(bytes.byteLength), Math.ceil(characters / charactersPerToken));
  const images = request.kind === "image" ? (request.added?.n ?? 1) : 0;
  const output = request.kind === "text" ? (request.maxOutputTokens ?? outputTokens) : mediaTokens * Math.max(images, 1);
  const usage = { input, cached: 0, cacheWrite: 0, output, reasoning: 0, total: input + output };
  const estimated = priceOf({ usage, images, seconds: secondsOf(request, characters) }, model.price) ?? 0;
  // A number that every database can store.
  return Math.min(estimated, Number.MAX_SAFE_INTEGER);
}

function secondsOf(request: GenerationRequest, characters: number): number {
  const { shownAs } = kindTable[request.kind];
  if (shownAs === "text" || shownAs === "image") return 0;
  if ("text" in request) return characters / spokenCharacters / (request.speed ?? 1);
  return ("duration" in request ? request.duration : undefined) ?? usualDuration;
}
