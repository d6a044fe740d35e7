/** Reads how long a provider wants to wait before it accepts a request again: from its headers, the fields of its error, or its words. */
import type { AnswerHeaders } from "../network/answerHeaders.ts";
import { readRetryAfter, senderTime } from "../network/retryAfter.ts";
import { isFields, parseJsonIn } from "./errorReason.ts";

export interface Wait {
  /** Milliseconds after which another attempt is asked for, which shows that the account is not used up; undefined: none. */
  asked: number | undefined;
  /** Milliseconds until a limit that is used up is counted anew; undefined: not known. */
  reset: number | undefined;
}

/** How deep a body is searched. */
const deepest = 6;

/** `body`: text or parsed JSON. `message`: the reason that was read from it. `ownTime`: of this machine, in Unix milliseconds. */
export function readWait(headers: AnswerHeaders, body: unknown, message: string, ownTime: number): Wait {
  const now = senderTime(headers) ?? ownTime;
  const inBody = searchBody(typeof body === "string" ? parseJsonIn(body) : body, now, 0);
  return {
    asked: readRetryAfter(headers, now) ?? inBody?.asked ?? waitInWords(message),
    reset: readReset(headers, now) ?? inBody?.reset ?? resetInWords(message, now),
  };
}

/**
 * Google's `retryDelay`, `retry_after` and Hugging Face's `estimated_time` in seconds, the times of the plans of ChatGPT, and the headers that
 * OpenRouter repeats from another provider.
 */
function searchBody(value: unknown, now: number, depth: number): Wait | undefined {
  if (depth > deepest || typeof value !== "object" || value === null) return undefined;
  for (const [name, field] of Object.entries(value).slice(0, 50)) {
    const found = waitOfField(name, field, now) ?? searchBody(field, now, depth + 1);
    if (found?.asked !== undefined || found?.reset !== undefined) return found;
  }
  return undefined;
}

function waitOfField(name: string, value: unknown, now: number): Wait | undefined {
  const plain = name.toLowerCase().replace(/[_-]/g, "");
  if (plain === "headers" && isFields(value)) {
    const headers = Object.fromEntries(Object.entries(value).map(([header, text]) => [header.toLowerCase(), String(text)]));
    return { asked: readRetryAfter(headers, now), reset: readReset(headers, now) };
  }
  if (plain === "resetsinseconds") return { asked: undefined, reset: secondsOf(value) };
  if (plain === "resetsat" && (typeof value === "number" || typeof value === "string"))
    return { asked: undefined, reset: timeOf(String(value), now) };
  if (!/^(?:retry(?:delay|after)(?:ms|seconds)?|estimatedtime)$/.test(plain)) return undefined;
  const amount = typeof value === "string" ? (durationOf(value) ?? secondsOf(value)) : secondsOf(value);
  if (amount === undefined) return undefined;
  return { asked: plain.endsWith("ms") && typeof value === "number" ? value : amount, reset: undefined };
}

function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

/** E.g. "resets at 2026-01-01T10:00:00+08:00", or with "UTC" of LiteLLM. A time without its zone says nothing. */
function resetInWords(message: string, now: number): number | undefined {
  const [, time] =
    /\bresets? (?:at|on):? (\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z| ?UTC| ?GMT|[+-]\d\d:?\d\d))/i.exec(message) ?? [];
  return time === undefined ? undefined : timeOf(time, now);
}

const wordedUnit = "(?:ms|milliseconds?|s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)\\b";
const wordedWait = new RegExp(
  `\\b(?:retry|again|wait|resets?|available|been timed out)\\b[a-z ~]{0,20}(\\d{1,9}(?:\\.\\d{1,9})?\\s?${wordedUnit}(?: \\d{1,9}\\s?${wordedUnit}){0,3})`,
  "i",
);

/** E.g. "Please retry in 27.5s." or "Try again in 1 day 23 hours." */
function waitInWords(message: string): number | undefined {
  const amount =
    wordedWait.exec(message)?.[1] ??
    // E.g. "Please try again in 7m12.48s."
    /\b(?:retry|again|wait|resets?)\b[a-z ]{0,20}((?:\d{1,9}(?:\.\d{1,9})?(?:ms|s|m|h)){2,4}\b)/i.exec(message)?.[1];
  return amount === undefined ? undefined : durationOf(amount);
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^m(?:s|illi)/i, 1],
  [/^s/i, 1000],
  [/^m/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
];

/** Parts of an amount and a unit, e.g. `1m30.5s` or `2 minutes`; undefined: anything else. */
function durationOf(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?\s?[a-z]{1,12}\s?){1,5}$/i.test(trimmed)) return undefined;
  let milliseconds = 0;
  for (const [, amount, unit = ""] of trimmed.matchAll(/(\d{1,9}(?:\.\d{1,9})?)\s?([a-z]{1,12})/gi)) {
    const scale = units.find(([pattern]) => pattern.test(unit))?.[1];
    if (scale === undefined) return undefined;
    milliseconds += Number(amount) * scale;
  }
  return milliseconds;
}

/** The limits of IETF's `RateLimit`, as Hugging Face writes it: `"api";r=0;t=55` is one that is used up for 55 seconds. Drafts before the eighth spell it out. */
const usedUpLimit = /(?:;\s*r=0\s*;\s*t|\bremaining=0\s*,\s*reset)=(\d{1,9})\b/g;

/** The names that follow the prefix of each family of headers, e.g. `x-ratelimit-reset` or `x-ratelimit-reset-requests`. */
const resetName =
  /^(?:x-)?(?:ratelimit|rate-limit|[a-z]+-ratelimit-(?:requests|tokens|input-tokens|output-tokens|unified)|ratelimitby[a-z]+)-reset(-[a-z-]+)?$/;

/** Of several limits, those count of which nothing remains. */
function readReset(headers: AnswerHeaders, now: number): number | undefined {
  const waits = [...String(headers.ratelimit ?? "").matchAll(usedUpLimit)].map(([, seconds]) => Number(seconds) * 1000);
  for (const [name, value] of Object.entries(headers)) {
    const match = resetName.exec(name);
    const remaining = headers[name.replace("-reset", "-remaining")];
    const isUsedUp = remaining === undefined ? match?.[1] === undefined : Number(remaining) === 0;
    const wait = match && isUsedUp ? timeOf(String(value), now) : undefined;
    if (wait !== undefined) waits.push(wait);
  }
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** A time: seconds or milliseconds since 1970, or a date. A duration: seconds, or an amount with units. */
function timeOf(value: string, now: number): number | undefined {
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number > 1e11) return Math.max(0, number - now);
    return number > 1e9 ? Math.max(0, number * 1000 - now) : number * 1000;
  }
  const date = Date.parse(text);
  return durationOf(text) ?? (Number.isNaN(date) ? undefined : Math.max(0, date - now));
}
