/** Prices of models in the lists of gateways, for a million tokens. */
import { readAmount } from "../contract/amount.ts";
import type { ModelPrice } from "../contract/models.ts";
import { isFields } from "./errorReason.ts";

type Fields = Readonly<Record<string, unknown>>;

/** No token costs so much: a larger price is one for more tokens, without a unit that says how many. */
const dearestToken = 0.01;

/** OpenRouter reports the price of one token as text; others name their unit. */
function perMillion(price: unknown, unit: unknown): number | undefined {
  const tokens = typeof unit !== "string" ? 1 : /million|1m(?![a-z])/i.test(unit) ? 1e6 : /thousand|1k(?![a-z])/i.test(unit) ? 1e3 : 1;
  const amount = readAmount(price);
  return amount === undefined || amount / tokens > dearestToken ? undefined : amount * (1e6 / tokens);
}

/** Vercel's prices are texts; a number of the same name is Together's price of a million tokens, or of something else. */
const ifText = (value: unknown) => (typeof value === "string" ? value : undefined);

/**
 * Sources: OpenRouter, "Models", `pricing`; Vercel's AI Gateway, whose prices are called `input` and `output`; Requesty, whose prices are
 * beside the model's id. A price of 0 for a part means that it has none of its own.
 */
export function readListedPrice(fields: Fields): ModelPrice | undefined {
  const pricing: Fields = isFields(fields.pricing) ? fields.pricing : {};
  const read = (price: unknown) => perMillion(price, pricing.unit);
  const input = read(pricing.prompt ?? ifText(pricing.input) ?? fields.input_price);
  const output = read(pricing.completion ?? ifText(pricing.output) ?? fields.output_price);
  if (input === undefined && output === undefined) return undefined;
  const parts = {
    cached_input: read(pricing.input_cache_read ?? fields.cached_price),
    cache_write: read(pricing.input_cache_write ?? fields.caching_price),
    audio_input: read(pricing.audio),
    reasoning: read(pricing.internal_reasoning),
  };
  return { input, output, ...Object.fromEntries(Object.entries(parts).filter(([, price]) => price !== undefined && price > 0)) };
}
