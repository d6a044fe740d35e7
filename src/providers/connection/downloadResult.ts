/** Downloads the file of a result by its link. The result is paid and fetching it costs nothing, so this is repeated until the link has expired. */
import { setTimeout as sleep } from "node:timers/promises";
import { readConnectionError } from "../../network/connectionError.ts";
import { readRetryAfter } from "../../network/retryAfter.ts";
import { readErrorReason } from "../errorReason.ts";
import { afterAcceptance, errorOfBody, ProviderError, readProviderError } from "../providerError.ts";
import { endOfLink } from "./endOfLink.ts";

/** Milliseconds between two attempts: at first, and at most. */
const firstWait = 250;
const longestWait = 30_000;
/** Milliseconds for which a link without a date is tried: OpenAI's links to images are valid for an hour. */
const usualLife = 3_600_000;
/** The same after a "not found": a file may appear some time after its link does. */
const appearing = 30_000;

/** The same after an empty file, which some stores have at first. */
const emptyAtFirst = 2_000;

/** Bytes of an answer about the state of the work at most. */
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
}

/** Rejects with a ProviderError, or the signal's reason. */
export async function downloadResult(download: ResultDownload): Promise<Uint8Array<ArrayBuffer>> {
  const { link, signal } = download;
  const start = performance.now();
  const end = endOfLink(link);
  for (let wait = firstWait; ; wait = Math.min(wait * 1.5, longestWait)) {
    const result = await tryOnce(download);
    if (result instanceof Uint8Array) return result;
    const pause = Math.min(Math.max(wait, result.retryAfter ?? 0), longestWait) * (1 + Math.random() * 0.1);
    const left = end === undefined ? usualLife : end - Date.now();
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
      if (!isState(bytes, answer.headers)) return bytes;
      return failedAttempt(download, 202, answer.headers, "");
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

/** Whether a service reports the state of its work in the place of the file. */
function isState(bytes: Uint8Array, headers: Headers): boolean {
  if (bytes.length > longestState || !/json/i.test(headers.get("content-type") ?? "")) return false;
  return /"(?:status|state)"\s*:\s*"(?:queued|pending|processing|in_progress|running|preparing)"/i.test(Buffer.from(bytes).toString());
}

function failedAttempt({ name, isOwn, clean }: ResultDownload, status: number, headers: Headers, text: string): FailedAttempt {
  const known = Object.fromEntries(headers);
  const refused = [401, 403, 410].includes(status) || (status === 400 && /expired/i.test(text));
  const { message } = readErrorReason(text);
  if (refused && (!isOwn || status === 410 || /expired/i.test(message))) {
    const reason = message === "" ? "" : `: ${clean(message)}`;
    const described = `${name} made the file, but the link to it has expired or is refused${reason}`;
    return { error: new ProviderError({ code: "api_error", acceptance: "maybe", message: described }), patience: 0 };
  }
  const error = afterAcceptance(name, errorOfBody(name, status, text, known, clean));
  const retryAfter = readRetryAfter(known, Date.now());
  if (status === 404) return { error, patience: appearing, retryAfter };
  if (notReady.has(status)) {
    const described = `${name} made the file, but has not provided it (HTTP ${status}).`;
    return { error: new ProviderError({ code: "timeout", acceptance: "maybe", message: described }), patience: usualLife, retryAfter };
  }
  return { error, patience: passing.has(status) ? usualLife : 0, retryAfter };
}
