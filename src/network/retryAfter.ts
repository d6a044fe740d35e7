import type { AnswerHeaders } from "./answerHeaders.ts";

/**
 * The time of whoever sent the headers, in Unix milliseconds: dates in an answer are of its clock, not of this machine's, which may be wrong
 * (RFC 9110, 6.6.1). undefined: they do not say it.
 */
export function senderTime(headers: AnswerHeaders): number | undefined {
  const date = Date.parse(String(headers.date ?? ""));
  return Number.isNaN(date) ? undefined : date;
}

/** `retry-after-ms`, with Azure's prefix too, or `Retry-After` in seconds or as a date (RFC 9110, 10.2.3); undefined if neither is valid. */
export function readRetryAfter(headers: AnswerHeaders, now: number): number | undefined {
  const milliseconds = Number.parseFloat(String(headers["retry-after-ms"] ?? headers["x-ms-retry-after-ms"] ?? ""));
  if (milliseconds >= 0) return milliseconds;
  const text = String(headers["retry-after"] ?? "").trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number.parseFloat(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - (senderTime(headers) ?? now));
}
