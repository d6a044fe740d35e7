/** Downloads the file of a result by its link. The result is paid and fetching it costs nothing, so this is repeated until the link has expired. */
import { setTimeout as sleep } from "node:timers/promises";
import { readTaskStatus } from "../../contract/taskStatus.ts";
import { tryParseJson } from "../../contract/tryParseJson.ts";
import { readConnectionError } from "../../network/connectionError.ts";
import { readRetryAfter, senderTime } from "../../network/retryAfter.ts";
import { isErrorValue, isFields, isPage, readErrorReason } from "../errorReason.ts";
import { afterAcceptance, errorOfBody, ProviderError, readProviderError } from "../providerError.ts";
import { endOfLink } from "./endOfLink.ts";

/** Milliseconds between two attempts: at first, and at most. */
const firstWait = 250;
const longestWait = 30_000;
/** Milliseconds for which a link without a date is tried: OpenAI's links to images are valid for an hour. */
const usualLife = 3_600_000;
/** The same after a "not found", a page or an error in its place: a file may appear some time after its link does, but a page that asks to sign in stays. */
const appearing = 30_000;

/** The same after an empty file, which some stores have at first. */
const emptyAtFirst = 2_000;

/** Bytes of an answer about the state of the work, or of a page, that are read. */
const longestState = 4096;

/** Statuses with which services and their stores say that a file is not ready yet. */
const notReady = new Set([202, 204, 409, 423, 425]);
const passing = new Set([408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 529, 530]);

export interface ResultDownload {
  /** The provider's name. */
  name: string;
  link: URL;
  /** Whether the link belongs to the provider's own interface, which gets the key. */
  isOwn: boolean;
  send(): Promise<Response>;
  clean(text: string): string;
  signal: AbortSignal | undefined;
}

/** A failed attempt, and for how many milliseconds since the first one further attempts can help. */
interface FailedAttempt {
  error: ProviderError;
  patience: number;
  retryAfter?: number | undefined;
  /** The time of the store by its own clock, in Unix milliseconds, if it has stated it. */
  storeTime?: number | undefined;
}

/** Rejects with a ProviderError, or the signal's reason. */
export async function downloadResult(download: ResultDownload): Promise<Uint8Array<ArrayBuffer>> {
  const { link, signal } = download;
  const start = performance.now();
  const end = endOfLink(link);
  // A link cannot have expired before it arrives: then this machine's clock is ahead, and only the store knows.
  const hasUsableClock = end !== undefined && end > Date.now();
  for (let wait = firstWait; ; wait = Math.min(wait * 1.5, longestWait)) {
    const result = await tryOnce(download);
    if (result instanceof Uint8Array) return result;
    const pause = Math.min(Math.max(wait, result.retryAfter ?? 0), longestWait) * (1 + Math.random() * 0.1);
    const now = result.storeTime ?? (hasUsableClock ? Date.now() : undefined);
    const left = end === undefined || now === undefined ? usualLife : end - now;
    if (performance.now() - start + pause > result.patience || pause > left) throw result.error;
    await sleep(pause, undefined, signal ? { signal } : {});
  }
}

async function tryOnce(download: ResultDownload): Promise<Uint8Array<ArrayBuffer> | FailedAttempt> {
  const { name, signal } = download;
  try {
    const answer = await download.send();
    if (answer.ok && !notReady.has(answer.status)) {
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (bytes.length === 0) return { error: emptyFile(name), patience: emptyAtFirst };
      const status = statusOfOther(bytes);
      if (status === undefined) return bytes;
      if (status === 202) return failedAttempt(download, status, answer.headers, "");
      const failed = failedAttempt(download, status, answer.headers, headOf(bytes));
      return { ...failed, patience: Math.min(failed.patience, appearing) };
    }
    const text = await answer.text().catch(() => "");
    const status =
      answer.status === 400 && /not (?:yet )?(?:ready|available)|still (?:being )?(?:process|generat)/i.test(text) ? 425 : answer.status;
    return failedAttempt(download, status, answer.headers, text);
  } catch (thrown) {
    signal?.throwIfAborted();
    const error = afterAcceptance(name, readProviderError({ name, redact: download.clean }, undefined, thrown));
    const { reason } = readConnectionError(thrown);
    const isPassing = !(thrown instanceof ProviderError) && ["unreachable", "silence", "lost"].includes(reason);
    return { error, patience: isPassing ? usualLife : 0 };
  }
}

const emptyFile = (name: string) =>
  new ProviderError({ code: "api_error", acceptance: "maybe", message: `${name} failed: its file is empty.` });

const headOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, longestState)).toString();

/** The status of what a service sends with 200 in the place of the file: the state of its work, an error, or a page of a gateway. undefined: it is the file. */
function statusOfOther(bytes: Uint8Array): number | undefined {
  // "<", "{" and white space.
  if (![0x3c, 0x7b, 0x0a, 0x0d, 0x20].includes(bytes[0] ?? 0)) return undefined;
  const text = headOf(bytes);
  if (isPage(text)) return 503;
  const value = bytes.length > longestState ? undefined : tryParseJson(text);
  if (!isFields(value)) return undefined;
  const state = readTaskStatus(value.status ?? value.state);
  if (state === "pending" || state === "processing") return 202;
  return isErrorValue(value) ? (readErrorReason(value).status ?? 500) : undefined;
}

function failedAttempt({ name, isOwn, clean }: ResultDownload, status: number, headers: Headers, text: string): FailedAttempt {
  const known = Object.fromEntries(headers);
  const fromHeaders = { retryAfter: readRetryAfter(known, Date.now()), storeTime: senderTime(known) };
  const refused = [401, 403, 410].includes(status) || (status === 400 && /expired/i.test(text));
  const { message } = readErrorReason(text);
  // Amazon's store says that of a file that is not there.
  const isAbsent = status === 403 && /^access ?denied\.?$/i.test(message);
  if (refused && (!isOwn || status === 410 || /expired/i.test(message))) {
    const reason = message === "" ? "" : `: ${clean(message)}`;
    const described = `${name} made the file, but the link to it has expired or is refused${reason}`;
    const error = new ProviderError({ code: "api_error", acceptance: "maybe", message: described });
    return { error, patience: isAbsent ? appearing : 0, ...fromHeaders };
  }
  const error = afterAcceptance(name, errorOfBody(name, status, text, known, clean));
  if (status === 404 || isAbsent) return { error, patience: appearing, ...fromHeaders };
  if (notReady.has(status)) {
    const described = `${name} made the file, but has not provided it (HTTP ${status}).`;
    return { error: new ProviderError({ code: "timeout", acceptance: "maybe", message: described }), patience: usualLife, ...fromHeaders };
  }
  return { error, patience: passing.has(status) ? usualLife : 0, ...fromHeaders };
}
