/** Waits in the forms that providers document or send. */
import { expect, test } from "vitest";
import { readWait } from "../../../src/providers/readWait.ts";

const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const none = { asked: undefined, reset: undefined };

test.each<[string, Record<string, string>, number | undefined, number | undefined]>([
  ["seconds", { "retry-after": "7" }, 7000, undefined],
  ["a fraction", { "retry-after": "0.5" }, 500, undefined],
  ["a date", { "retry-after": new Date(now + 9000).toUTCString() }, 9000, undefined],
  ["a date that has passed", { "retry-after": new Date(now - 9000).toUTCString() }, 0, undefined],
  ["milliseconds, which have precedence", { "retry-after-ms": "1234", "retry-after": "2" }, 1234, undefined],
  ["Azure's milliseconds", { "x-ms-retry-after-ms": "1234", "retry-after": "2" }, 1234, undefined],
  ["words that are no wait", { "retry-after": "later" }, undefined, undefined],
  ["OpenRouter's time in milliseconds", { "x-ratelimit-reset": String(now + 60_000) }, undefined, 60_000],
  ["a time in seconds", { "x-ratelimit-reset": String(now / 1000 + 60) }, undefined, 60_000],
  ["a number of seconds", { "ratelimit-reset": "50", "ratelimit-remaining": "0" }, undefined, 50_000],
  ["a limit that is not used up", { "ratelimit-reset": "50", "ratelimit-remaining": "3" }, undefined, undefined],
  ["Mistral's seconds", { "ratelimitbysize-reset": "12", "ratelimitbysize-remaining": "0" }, undefined, 12_000],
  [
    "OpenAI's durations, of the limit that is used up",
    {
      "x-ratelimit-reset-requests": "6m0s",
      "x-ratelimit-remaining-requests": "59",
      "x-ratelimit-reset-tokens": "1m30.5s",
      "x-ratelimit-remaining-tokens": "0",
    },
    undefined,
    90_500,
  ],
  ["a duration in milliseconds", { "x-ratelimit-reset-requests": "120ms", "x-ratelimit-remaining-requests": "0" }, undefined, 120],
  [
    "Anthropic's dates",
    {
      "anthropic-ratelimit-requests-reset": new Date(now + 5000).toISOString(),
      "anthropic-ratelimit-requests-remaining": "0",
      "anthropic-ratelimit-tokens-reset": new Date(now + 90_000).toISOString(),
      "anthropic-ratelimit-tokens-remaining": "400",
    },
    undefined,
    5000,
  ],
  ["the time of Anthropic's plans", { "anthropic-ratelimit-unified-reset": String(now / 1000 + 60) }, undefined, 60_000],
  [
    "IETF's fields, of the limit that is used up",
    { ratelimit: '"day";r=9;t=40000, "api";r=0;t=55', "ratelimit-policy": '"api";q=500;w=300' },
    undefined,
    55_000,
  ],
  ["IETF's seventh draft", { ratelimit: "limit=100, remaining=0, reset=55" }, undefined, 55_000],
  ["IETF's seventh draft, of a limit that is not used up", { ratelimit: "limit=100, remaining=5, reset=55" }, undefined, undefined],
  ["an unreadable reset", { "x-ratelimit-reset": "soon" }, undefined, undefined],
])("headers with %s", (_, headers, asked, reset) => {
  expect(readWait(headers, "", "", now)).toEqual({ asked, reset });
});

/** RFC 9110, 6.6.1: `Date` is the time of the sender, and the clock of this machine may be wrong. */
test.each<[string, (time: number) => Record<string, string>, unknown, string, number | undefined, number | undefined]>([
  ["Retry-After as a date", (time) => ({ "retry-after": new Date(time + 9000).toUTCString() }), "", "", 9000, undefined],
  ["a time in milliseconds", (time) => ({ "x-ratelimit-reset": String(time + 60_000) }), "", "", undefined, 60_000],
  ["a time in seconds", (time) => ({ "x-ratelimit-reset": String(time / 1000 + 60) }), "", "", undefined, 60_000],
  [
    "Anthropic's date",
    (time) => ({
      "anthropic-ratelimit-requests-reset": new Date(time + 5000).toISOString(),
      "anthropic-ratelimit-requests-remaining": "0",
    }),
    "",
    "",
    undefined,
    5000,
  ],
  ["the time of ChatGPT's plans", () => ({}), { error: { resets_at: now / 1000 + 30 } }, "", undefined, 30_000],
  ["LiteLLM's words", () => ({}), "", "Limit resets at: 2026-01-02 03:04:35 UTC", undefined, 30_000],
])("%s counts from the time of the answer, whatever the clock says", (_, headersAt, body, message, asked, reset) => {
  const headers = { ...headersAt(now), date: new Date(now).toUTCString() };
  for (const wrong of [-600_000, 40 * 86_400_000]) expect(readWait(headers, body, message, now + wrong)).toEqual({ asked, reset });
});

test.each<[string, unknown, number | undefined, number | undefined]>([
  [
    "Google's retryDelay",
    [{ error: { details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "27s" }] } }],
    27_000,
    undefined,
  ],
  ["a retryDelay with a fraction", { error: { details: [{ retryDelay: "0.847655010s" }] } }, 847.65501, undefined],
  ["retry_after", { error: { retry_after: 3 } }, 3000, undefined],
  ["retry_after as a text", { retry_after: "3" }, 3000, undefined],
  ["retry_after_ms", { retry_after_ms: 300 }, 300, undefined],
  [
    "the headers that OpenRouter repeats",
    {
      error: {
        code: 429,
        metadata: { headers: { "X-RateLimit-Limit": "50", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(now + 4000) } },
      },
    },
    undefined,
    4000,
  ],
  ["the seconds of ChatGPT's plans", { error: { type: "usage_limit_reached", resets_in_seconds: 60 } }, undefined, 60_000],
  ["the time of ChatGPT's plans", { error: { type: "usage_limit_reached", resets_at: now / 1000 + 60 } }, undefined, 60_000],
  ["a field that is no wait", { error: { retry_after: null, retryDelay: "soon", retryable: true } }, undefined, undefined],
])("a body with %s", (_, body, asked, reset) => {
  expect(readWait({}, body, "", now)).toEqual({ asked, reset });
  expect(readWait({}, JSON.stringify(body), "", now)).toEqual({ asked, reset });
});

test.each([
  ["Please retry in 27.5s.", 27_500],
  ["Please try again in 7m12.48s. Visit the page of limits.", 432_480],
  ["Please try again in 20 seconds", 20_000],
  ["Please retry after 2 minutes", 120_000],
  ["Rate limit resets in 1h30m", 5_400_000],
  ["wait 250ms", 250],
  ["You have exceeded your weekly limit. Please try again in 7 days", 604_800_000],
  ["Please try again in 1 day 23 hours.", 169_200_000],
  ["Please try again in 1 hour 30 minutes", 5_400_000],
  ["Request was throttled. Expected available in 1 second.", 1000],
  ["Your rate limit resets in ~30s.", 30_000],
  ["You have exceeded the limit, and have been timed out for 60 seconds.", 60_000],
  ["The upstream timed out after 60 seconds", undefined],
  ["Wait a moment", undefined],
  ["You sent 5 s of audio", undefined],
])("the words %j", (message, asked) => {
  expect(readWait({}, message, message, now)).toEqual({ ...none, asked });
});

test.each([
  ["5-hour usage limit reached, resets at 2026-01-02T12:04:05+08:00 (2056)", 3_600_000],
  ["The limit resets at: 2026-01-02T03:05:05+0000", 60_000],
  ["Limit type: tokens. Remaining: 0. Limit resets at: 2026-01-02 03:05:05 UTC", 60_000],
  ["Your limit will reset at 2026-01-02 12:00:00", undefined],
])("the time in %j", (message, reset) => {
  expect(readWait({}, message, message, now)).toEqual({ ...none, reset });
});
