/** Prices in the lists of gateways, for a million tokens. Expected: the documented price of a token, times a million. */
import { expect, test } from "vitest";
import { readListedPrice } from "../../../src/providers/listedPrices.ts";

const all = { input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 };

test.each([
  [
    "OpenRouter",
    { pricing: { prompt: "0.000003", completion: "0.000015", input_cache_read: "0.0000003", input_cache_write: "0.00000375" } },
    all,
  ],
  [
    "Vercel's AI Gateway",
    { pricing: { input: "0.000003", output: "0.000015", input_cache_read: "0.0000003", input_cache_write: "0.00000375" } },
    all,
  ],
  ["Requesty", { input_price: 0.000003, output_price: 0.000015, cached_price: 0.0000003, caching_price: 0.00000375 }, all],
  [
    "Requesty, of a model without a cache",
    { input_price: 0.000003, output_price: 0.000015, cached_price: 0, caching_price: 0 },
    { input: 3, output: 15 },
  ],
  // Numbers for a million tokens, which nothing says: the cheapest ones look like those of a token.
  ["Together", { pricing: { hourly: 0, input: 0.008, output: 0.008, base: 0, finetune: 0 } }, undefined],
  ["a gateway with prices of a million tokens", { input_price: 3, output_price: 15 }, undefined],
  ["a gateway without prices", { pricing: null, input_price: "-1" }, undefined],
])("the prices of %s are read", (_, fields, price) => {
  const read = readListedPrice(fields);
  expect(read && Object.fromEntries(Object.entries(read).map(([part, value]) => [part, Number(value?.toPrecision(12))]))).toEqual(price);
});
