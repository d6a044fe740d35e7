/** Token counts and costs. */
import { expect, test } from "vitest";
import type { StoredOutput } from "../../../../src/service/store/storedTask.ts";
import { priceOf, secondsOfSamples, UsageMeter } from "../../../../src/service/work/measureUsage.ts";
import { dialogueOf, textRequest } from "../../providers/requests.ts";

const request = (...texts: string[]) => textRequest("", { dialogue: dialogueOf(...texts) });
const answer: StoredOutput = {
  items: [
    { type: "reasoning", summary: ["Think first"] },
    { type: "message", text: "Then say it", citations: [] },
  ],
  incomplete: undefined,
};

test("cached and written tokens add up to the input, reasoning is part of the output, and the total is the sum", () => {
  const usage = new UsageMeter().measure("a", request("One two", "three"), answer, []);
  expect(usage).toEqual({ input: 3, cached: 0, cacheWrite: 3, output: 5, reasoning: 2, total: 8 });
});

test("the longest beginning that the account has sent before is cached", () => {
  const meter = new UsageMeter();
  meter.measure("a", request("One two"), answer, []);
  expect(meter.measure("a", request("One two", "three", "four"), answer, [])).toMatchObject({ input: 4, cached: 2, cacheWrite: 2 });
  expect(meter.measure("a", request("One two", "three", "five"), answer, [])).toMatchObject({ input: 4, cached: 3, cacheWrite: 1 });
});

test("another account, model or first turn reads nothing from the cache", () => {
  const meter = new UsageMeter();
  meter.measure("a", request("One two"), answer, []);
  expect(meter.measure("b", request("One two"), answer, []).cached).toBe(0);
  expect(meter.measure("a", { ...request("One two"), model: "demo-text-mini" }, answer, []).cached).toBe(0);
  expect(meter.measure("a", request("Two one"), answer, []).cached).toBe(0);
});

test("files beyond 32 bits do not overflow", () => {
  const size = 4 * 1024 ** 3;
  const usage = new UsageMeter().measure("a", request("x"), undefined, [size, size, size]);
  expect(usage.output).toBe((3 * size) / 64);
  expect(usage.total).toBe(usage.input + usage.output);
  expect(priceOf({ usage, images: 0, seconds: undefined }, { input: 2, output: 10 })).toBe(usage.input * 2 + usage.output * 10);
});

test("images and seconds have prices of their own, and a price per second needs a duration", () => {
  const usage = new UsageMeter().measure("a", request("x"), undefined, []);
  expect(priceOf({ usage, images: 3, seconds: undefined }, { image: 0.02 })).toBe(60_000);
  expect(priceOf({ usage, images: 0, seconds: 4 }, { second: 0.1 })).toBe(400_000);
  expect(priceOf({ usage, images: 0, seconds: undefined }, { second: 0.1 })).toBeUndefined();
  expect(priceOf({ usage, images: 1, seconds: undefined }, undefined)).toBeUndefined();
  expect(priceOf({ usage, images: 1, seconds: undefined }, { input: undefined })).toBeUndefined();
});

/** 100,000 tokens were read, 90,000 of them from a cache; 1,000 were written, 600 of them reasoning. In millionths. */
const half = { input: 100_000, cached: 90_000, cacheWrite: 0, output: 1_000, reasoning: 600, total: 101_000 };
test.each([
  { what: "one price for all input", price: { input: 3, output: 15 }, usage: half, cost: 300_000 + 15_000 },
  { what: "a tenth for reads", price: { input: 3, cached_input: 0.3, output: 15 }, usage: half, cost: 30_000 + 27_000 + 15_000 },
  { what: "free reads", price: { input: 3, cached_input: 0, output: 15 }, usage: half, cost: 30_000 + 15_000 },
  {
    what: "a quarter more for writes",
    price: { input: 4, cached_input: 0.4, cache_write: 5, output: 0 },
    usage: { ...half, cached: 50_000, cacheWrite: 40_000 },
    cost: 40_000 + 20_000 + 200_000,
  },
  { what: "a price of reasoning", price: { input: 0, output: 10, reasoning: 20 }, usage: half, cost: 4_000 + 12_000 },
  {
    what: "prices of audio",
    price: { input: 2.5, audio_input: 40, output: 10, audio_output: 80 },
    usage: { ...half, cached: 0, reasoning: 0, audio: { input: 1_000, output: 500 } },
    cost: 99_000 * 2.5 + 1_000 * 40 + 500 * 10 + 500 * 80,
  },
  {
    what: "more audio than was not cached",
    price: { input: 1, cached_input: 0, audio_input: 10 },
    usage: { ...half, audio: { input: 100_000, output: 0 } },
    cost: 100_000,
  },
  { what: "more cached than read", price: { input: 3, cached_input: 1 }, usage: { ...half, cached: 200_000 }, cost: 100_000 },
])("with $what, each part of the usage has its price", ({ price, usage, cost }) => {
  expect(priceOf({ usage, images: 0, seconds: 0 }, price)).toBe(cost);
});

test.each([
  { type: "audio/pcm", asked: undefined, bytes: 480_000, seconds: 10 },
  { type: "audio/pcm", asked: "pcm", bytes: 48_000, seconds: 1 },
  { type: "audio/pcm", asked: "pcm_16000", bytes: 320_000, seconds: 10 },
  { type: "audio/pcm", asked: "pcm_44100", bytes: 88_200, seconds: 1 },
  // RFC 2586 and RFC 4856: the rate and the channels are parameters of the type.
  { type: "audio/pcm;rate=16000", asked: "pcm", bytes: 320_000, seconds: 10 },
  { type: "audio/L16; rate=8000; channels=2", asked: undefined, bytes: 320_000, seconds: 10 },
  { type: "audio/L24;rate=48000", asked: undefined, bytes: 144_000, seconds: 1 },
  { type: "audio/L16;codec=pcm;rate=24000", asked: "pcm_16000", bytes: 48_000, seconds: 1 },
])("$bytes bytes of $type, asked for as $asked, last $seconds seconds", ({ type, asked, bytes, seconds }) => {
  expect(secondsOfSamples(bytes, type, asked)).toBe(seconds);
});

test("the largest reported cost is remembered for an hour at least and for less than two hours, for each model", () => {
  const meter = new UsageMeter();
  const [minute, hour] = [60_000, 3_600_000];
  const start = 1000 * hour + 59 * minute;
  meter.noteCost("video", 900, start);
  meter.noteCost("video", 5, start + minute);
  meter.noteCost("text", 2, start);
  const costs = (...times: number[]) => times.map((time) => meter.largestCost("video", start + time));
  expect(costs(0, minute, hour)).toEqual([900, 900, 900]);
  expect(meter.largestCost("text", start)).toBe(2);
  // The clock may be set back.
  expect(costs(-hour)).toEqual([900]);
  expect(costs(hour + minute, 3 * hour)).toEqual([5, 0]);
});

test.each([
  { what: "of unknown speed", noted: [], most: 6_000 },
  { what: "that wrote 800 tokens a second", noted: [[8_000, 10_000]], most: 7_200 },
  { what: "that wrote 200 tokens a second", noted: [[2_000, 10_000]], most: 1_800 },
  {
    what: "that wrote slower, too",
    noted: [
      [2_000, 10_000],
      [1_000, 60_000],
    ],
    most: 1_800,
  },
  { what: "whose texts were slow", noted: [[1_000, 100_000]], most: 1_500 },
  { what: "whose texts were too short to tell", noted: [[3, 10_000]], most: 6_000 },
])("a model $what can have written $most tokens in six seconds", ({ noted, most }) => {
  const meter = new UsageMeter();
  const now = Date.UTC(2026, 0, 1, 12);
  for (const [tokens = 0, milliseconds = 0] of noted) meter.noteSpeed("m", tokens, milliseconds, now);
  expect(meter.mostWritten("m", 6_000, now)).toBe(most);
  // What was long ago is forgotten.
  expect(meter.mostWritten("m", 6_000, now + 2 * 3_600_000)).toBe(6_000);
});
