/**
 * Continues the download of a file where its connection broke, if the server says that it can: a large file would otherwise start again, and
 * over a bad connection never end. Source: RFC 9110, 8.8, 13.1.5 and 14.
 */
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type AnswerHeaders, readHeader } from "./answerHeaders.ts";
import { isEncoded } from "./decodeBody.ts";
import { readRetryAfter } from "./retryAfter.ts";

/** The answer to a GET. */
export interface DownloadAnswer {
  statusCode: number;
  headers: AnswerHeaders;
  body: Readable;
}

export interface Continuation {
  /** Sends the request again with these headers, and follows redirects. */
  send(headers: Record<string, string>): Promise<DownloadAnswer>;
  signal: AbortSignal | undefined;
  /** Milliseconds before the second attempt after a break. Each later one waits twice as long, up to `longestWait`. Default 250. */
  firstWait?: number;
}

/** Attempts without a byte, one after the other: with `usualWait`, half a minute. */
const mostAttempts = 8;
const usualWait = 250;
const longestWait = 16_000;
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * The body of an answer, which goes on after a break. It fails with the error of the break if the rest cannot be had, or belongs to another
 * version of the file; then only a new download helps. Other answers keep their body.
 */
export function continuedBody(answer: DownloadAnswer, continuation: Continuation): Readable {
  const validator = answer.statusCode === 200 ? continuedBy(answer.headers) : undefined;
  if (validator === undefined) return answer.body;
  let current = answer.body;
  /** Aborted when nobody reads it any more. */
  const left = new AbortController();
  const signal = continuation.signal ? AbortSignal.any([continuation.signal, left.signal]) : left.signal;
  // Not a generator, which takes several times as long for each chunk.
  const whole = new Readable({
    read: () => void current.resume(),
    destroy(error, done) {
      current.destroy();
      left.abort();
      done(error);
    },
  });
  const forward = (body: Readable) => {
    current = body;
    if (whole.destroyed) body.destroy();
    return forwardTo(whole, body);
  };
  forwardAll(answer, validator, { ...continuation, signal }, forward).then(
    () => whole.push(null),
    (error: Error) => whole.destroy(error),
  );
  return whole;
}

/** The value of `If-Range` for a file whose rest may be asked for; undefined: it may not. */
function continuedBy(headers: AnswerHeaders): string | undefined {
  const units = (readHeader(headers, "accept-ranges") ?? "").toLowerCase().split(",");
  if (!units.some((unit) => unit.trim() === "bytes") || isEncoded(headers)) return undefined;
  return strongTag(headers.etag) ?? strongDate(headers);
}

/** A strong entity tag, which only the same bytes have. */
export function strongTag(tag: string | string[] | undefined): string | undefined {
  return typeof tag === "string" && tag.startsWith('"') ? tag : undefined;
}

/** A date of the last change that was long enough ago that there cannot have been another one within its second. */
function strongDate(headers: AnswerHeaders): string | undefined {
  const changed = readHeader(headers, "last-modified");
  return Date.parse(readHeader(headers, "date") ?? "") - Date.parse(changed ?? "") >= 1000 ? changed : undefined;
}

/** The position of the first byte of a part; -1: it is not stated. */
export function startOfPart(range: string | string[] | undefined): number {
  const [, start] = /^bytes (\d+)-/i.exec(String(range)) ?? [];
  return start === undefined ? -1 : Number(start);
}

/** Resolves with the number of bytes at the end of the body, and why it broke off. */
function forwardTo(whole: Readable, body: Readable): Promise<{ bytes: number; broken: Error | undefined }> {
  let bytes = 0;
  return new Promise((resolve) => {
    body
      .on("error", (broken: Error) => resolve({ bytes, broken }))
      .on("end", () => resolve({ bytes, broken: undefined }))
      .on("close", () => resolve({ bytes, broken: lost() }))
      .on("data", (chunk: Uint8Array) => {
        bytes += chunk.byteLength;
        if (!whole.push(chunk)) body.pause();
      });
  });
}

const lost = () => Object.assign(new Error("The file ended before its length."), { code: "ECONNRESET" });

/** Rejects with the error of the last break. */
async function forwardAll(
  answer: DownloadAnswer,
  validator: string,
  continuation: Continuation & { signal: AbortSignal },
  forward: (body: Readable) => ReturnType<typeof forwardTo>,
): Promise<void> {
  const { signal, firstWait = usualWait } = continuation;
  const total = Number(readHeader(answer.headers, "content-length") ?? Number.NaN);
  let body = answer.body;
  let received = 0;
  /** Attempts since the last byte. */
  let failed = 0;
  for (;;) {
    const { bytes, broken } = await forward(body);
    received += bytes;
    // A server may send less than was asked for.
    if (!broken && (Number.isNaN(total) || received >= total)) return;
    if (signal.aborted) throw broken ?? lost();
    failed = bytes > 0 ? 0 : failed + 1;
    const known = { headers: answer.headers, received, validator };
    let rest = received > 0 && failed < mostAttempts ? await askForRest(known, continuation) : undefined;
    for (; rest && "wait" in rest && failed + 1 < mostAttempts; rest = await askForRest(known, continuation)) {
      const wait = Math.min(longestWait, Math.max(rest.wait, firstWait * 2 ** failed));
      await sleep(wait, undefined, { signal });
      failed += 1;
    }
    if (!rest || "wait" in rest) throw broken ?? lost();
    body = rest.body;
  }
}

interface KnownPart {
  /** Of the first answer. */
  headers: AnswerHeaders;
  received: number;
  validator: string;
}

/** `wait`: the milliseconds for which the server asks, if it may have the rest later. undefined: it does not have it any more. */
async function askForRest(known: KnownPart, { send, signal }: Continuation): Promise<{ body: Readable } | { wait: number } | undefined> {
  let answer: DownloadAnswer;
  try {
    answer = await send({ range: `bytes=${known.received}-`, "if-range": known.validator });
  } catch (error) {
    if (signal?.aborted) throw error;
    return { wait: 0 };
  }
  const { statusCode, headers, body } = answer;
  // Destroying a partly read answer emits an error, which would end the process if unhandled.
  body.on("error", () => undefined);
  if (isRest(known, answer)) return { body };
  body.destroy();
  return passing.has(statusCode) ? { wait: readRetryAfter(headers, Date.now()) ?? 0 } : undefined;
}

/** Whether an answer is the rest of the same version of the file. */
function isRest({ headers: known, received }: KnownPart, { statusCode, headers }: DownloadAnswer): boolean {
  if (statusCode !== 206 || isEncoded(headers)) return false;
  const range = readHeader(headers, "content-range");
  if (startOfPart(range) !== received) return false;
  const total = /\/(\d+)$/.exec(range ?? "")?.[1];
  const length = readHeader(known, "content-length");
  if (total !== undefined && length !== undefined && total !== length) return false;
  return headers.etag === undefined || readHeader(headers, "etag") === readHeader(known, "etag");
}
