/** The `fetch` for providers' packages, with our proxies, certificates, timeouts and limits. Only the provider's origin gets the key. */
import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { continuedBody } from "../../network/continuedBody.ts";
import { decodeBody, isEncoded } from "../../network/decodeBody.ts";
import { createDispatchers } from "../../network/dispatchers.ts";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import type { NetworkSettings, TlsIdentity } from "../../network/networkSettings.ts";
import { currentCall } from "../callContext.ts";
import { createFileTaker } from "../files/answeredFiles.ts";
import {
  inMebibytes,
  largestAnswer,
  largestError,
  largestEvent,
  largestFacts,
  largestInMemory,
  largestWords,
} from "../files/answerLimits.ts";
import { keepFiles } from "../files/keepFiles.ts";
import { keepLineFiles } from "../files/keepLineFiles.ts";
import { keepLong } from "../files/keepLong.ts";
import { ProviderError } from "../providerError.ts";
import { limitBody, limitEvents } from "./limitBody.ts";
import { redirectedError } from "./redirectedError.ts";

export interface ProviderFetch {
  fetch: typeof globalThis.fetch;
  close(): Promise<void>;
}

export interface ProviderFetchOptions {
  name: string;
  /** The provider's address; undefined: only its package has it. */
  baseURL: string | undefined;
  /** Whether an address is the provider's. Headers with secrets are only sent there. Default: it has the same origin. */
  isOwn?(url: URL): boolean;
  /** Whether http is allowed to machines other than this one. */
  allowHttp: boolean;
  /** Milliseconds until the first byte of an answer. Default: 10 minutes. */
  timeout?: number | undefined;
  /** Milliseconds without a byte after the head, unless `timeout` is longer. Default: 5 minutes. */
  silence?: number;
  network: NetworkSettings;
  /** Only for the provider's own addresses. */
  identity?: TlsIdentity | undefined;
  /** The package does not decode base64, so `collectFiles` may remove it from the answers. */
  takesFiles?: boolean;
}

const connectTimeout = 10_000;
const usualSilence = 300_000;
const longestRedirection = 5;
/** The headers that are also sent to another origin when a result links to it. */
const harmlessHeaders = new Set(["accept", "content-type", "user-agent", "range", "if-range"]);

/** Throws ProviderError for a base URL to which a key must not be sent. */
export function createProviderFetch(given: ProviderFetchOptions): ProviderFetch {
  const origin = URL.parse(given.baseURL ?? "")?.origin;
  const options = { isOwn: (url: URL) => url.origin === origin, ...given };
  const { timeout = 600_000, name } = options;
  // A slow model may send its head, and then read the prompt.
  const silence = Math.max(options.silence ?? usualSilence, timeout);
  requireAddress(options);
  const limits = { connect: connectTimeout, silence };
  const others = createDispatchers(options.network, limits);
  const { identity } = options;
  const own = identity === undefined ? others : createDispatchers({ ...options.network, identity }, limits);

  /** Follows redirects to an answer. */
  async function reach(start: URL, init: PreparedRequest): Promise<Dispatcher.ResponseData | Response> {
    let url = start;
    for (let redirects = 0; redirects <= longestRedirection; redirects += 1) {
      requireDestination(options, url, init.method);
      const headers = options.isOwn(url) ? { ...currentCall().headers, ...init.headers } : withoutSecrets(init.headers);
      const answer = await (options.isOwn(url) ? own : others).request(
        { origin: url.origin, path: `${url.pathname}${url.search}` },
        init.method === "GET" ? "kept" : "fresh",
        {
          method: init.method,
          headers,
          body: init.body ?? null,
          signal: init.signal ?? null,
          headersTimeout: timeout,
          bodyTimeout: silence,
        },
      );
      const { statusCode, body } = answer;
      // Destroying a partly read answer emits an error, which would end the process if unhandled.
      body.on("error", () => undefined);
      const location = readLocation(answer.headers);
      if (statusCode < 300 || statusCode >= 400 || location === undefined) return answer;
      body.destroy();
      const next = URL.parse(location, url.href);
      if (next === null) throw misdirected(name);
      if (init.redirect === "manual") return Response.redirect(next, 302);
      // A redirected POST would be sent twice, and the first one may have been accepted.
      if (init.method !== "GET") throw redirectedError(name, url, next, "maybe");
      url = next;
    }
    throw misdirected(name);
  }

  async function follow(start: URL, init: PreparedRequest): Promise<Response> {
    const answer = await reach(start, init);
    if (answer instanceof Response) return answer;
    const { statusCode, headers } = answer;
    const send = async (part: Record<string, string>) => {
      const rest = await reach(start, { ...init, headers: { ...init.headers, ...part } });
      if (rest instanceof Response) throw misdirected(name);
      return rest;
    };
    const isFile = init.method === "GET" && init.headers.range === undefined;
    return toResponse(options, statusCode, headers, isFile ? continuedBody(answer, { send, signal: init.signal }) : answer.body);
  }

  return {
    fetch: async (input, init) => {
      const request = { ...(await prepare(input, init)), redirect: init?.redirect };
      const url = new URL(input instanceof Request ? input.url : input, options.baseURL);
      return follow(url, request);
    },
    async close() {
      await Promise.all([own.close(), others.close()]);
    },
  };
}

interface PreparedRequest {
  method: "GET" | "POST" | "DELETE" | "PUT";
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  signal: AbortSignal | undefined;
  /** `manual`: the first redirect is returned. */
  redirect?: RequestInit["redirect"];
}

/** Prepares a request. Its body is text, bytes or a form; a form is converted to bytes. */
async function prepare(input: Parameters<typeof globalThis.fetch>[0], init: RequestInit = {}): Promise<PreparedRequest> {
  const method = readMethod(init.method ?? (input instanceof Request ? input.method : "GET"));
  const headers = Object.fromEntries(new Headers(init.headers));
  const signal = init.signal ?? undefined;
  const { body } = init;
  if (body === undefined || body === null) return { method, headers, body: undefined, signal };
  if (typeof body === "string" || body instanceof Uint8Array) return { method, headers, body, signal };
  const written = new Response(body);
  const contentType = written.headers.get("content-type");
  return {
    method,
    headers: contentType === null ? headers : { ...headers, "content-type": contentType },
    body: new Uint8Array(await written.arrayBuffer()),
    signal,
  };
}

function readMethod(method: string): PreparedRequest["method"] {
  switch (method.toUpperCase()) {
    case "POST":
      return "POST";
    case "DELETE":
      return "DELETE";
    case "PUT":
      return "PUT";
    default:
      return "GET";
  }
}

function requireAddress({ name, baseURL, allowHttp }: ProviderFetchOptions): void {
  if (baseURL === undefined) return;
  const url = URL.parse(baseURL);
  const isAllowed = url?.protocol === "https:" || (url?.protocol === "http:" && (allowHttp || isLoopbackHost(url.hostname)));
  if (url && isAllowed && url.username === "" && url.password === "") return;
  throw new ProviderError({
    code: "api_error",
    acceptance: "refused",
    message: `The address of ${name} must be https, http on this machine, or http elsewhere with allowHttp, and without a user name.`,
  });
}

/** Links in results may have another origin: they are only read, over https, and not on this machine. */
function requireDestination(
  { name, isOwn, baseURL }: Required<Pick<ProviderFetchOptions, "isOwn">> & ProviderFetchOptions,
  url: URL,
  method: string,
): void {
  if (isOwn(url)) return;
  if (method === "GET" && url.protocol === "https:" && !isLoopbackHost(url.hostname)) return;
  if (baseURL === undefined && method !== "GET") {
    const message = `The package of ${name} wants to reach ${url.hostname}, which is not one of its hosts: allow it with "hosts".`;
    throw new ProviderError({ code: "api_error", acceptance: "refused", message });
  }
  throw misdirected(name);
}

function misdirected(name: string): ProviderError {
  return new ProviderError({
    code: "api_error",
    acceptance: "maybe",
    message: `${name} sent a link or redirect that must not be followed.`,
  });
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([header]) => harmlessHeaders.has(header.toLowerCase())));
}

function readLocation(headers: IncomingHttpHeaders): string | undefined {
  return headers.location;
}

/** Media types of files, and the one that a server gives if it knows none. */
const fileType = /^(?:image|audio|video)\/|octet-stream/i;
/** Not true of a body that has been decompressed. */
const encodingHeaders = new Set(["content-encoding", "content-length"]);

/**
 * Creates a Response whose body fails when it exceeds what its kind may have; of an error, only its start is read. Files are written to the
 * disk while they arrive. Rejects if the announced length exceeds the limit.
 */
async function toResponse(
  { name, takesFiles = false }: ProviderFetchOptions,
  status: number,
  headers: IncomingHttpHeaders,
  body: Readable,
): Promise<Response> {
  const isCompressed = isEncoded(headers);
  const plain = Object.entries(headers).flatMap(([header, value]): [string, string][] =>
    value === undefined || (isCompressed && encodingHeaders.has(header)) ? [] : [[header, Array.isArray(value) ? value.join(", ") : value]],
  );
  const { kind, files, share } = currentCall();
  const tooLarge = (limit: number) => {
    body.destroy();
    const message = `The answer of ${name} is larger than ${inMebibytes(limit)}.`;
    return new ProviderError({ code: "api_error", acceptance: "maybe", message });
  };
  const length = Number(headers["content-length"]);
  const contentType = String(headers["content-type"] ?? "");
  const isError = status >= 400;
  const limit = kind === undefined ? largestFacts : largestAnswer[kind];
  if (length > limit && !isError) throw tooLarge(limit);
  // Of a text that breaks off, what has arrived is kept.
  if (length > 0 && length <= largestInMemory && !isCompressed && !isError && !/^text\//i.test(contentType)) {
    share?.keep(length);
    const taker = takesFiles ? createFileTaker(length) : undefined;
    if (!taker) return new Response(oneChunk(Buffer.concat(await body.toArray())), { status, headers: plain });
    for await (const chunk of body) taker.add(chunk);
    return new Response(oneChunk(taker.end()), { status, headers: plain });
  }
  // Responses with these statuses must not have a body.
  if (status === 204 || status === 205 || status === 304) {
    body.resume();
    return new Response(null, { status, headers: plain });
  }
  // What is compressed may have no content at all, and then no limit of it.
  const arriving = isCompressed ? Readable.from(limitBody(body, limit, tooLarge), { objectMode: false }) : body;
  const decoded = decodeBody(arriving, headers);
  if (isError) return new Response(streamOf(limitBody(decoded, largestError), body), { status, headers: plain });
  const limited = limitBody(decoded, limit, tooLarge);
  if (kind === "text" || /event-stream/i.test(contentType)) {
    const limits = { line: largestEvent, words: fileType.test(contentType) ? largestEvent : largestWords };
    const lines = limitEvents(limited, limits, tooLarge);
    return new Response(streamOf(withoutFiles(lines, takesFiles, tooLarge), body), { status, headers: plain });
  }
  if (kind === undefined || files === undefined)
    return new Response(streamOf(limitBody(decoded, Math.min(limit, largestFacts), tooLarge), body), { status, headers: plain });
  const target = { kind, files, share };
  const kept = keepFiles(limited, contentType, { ...target, takesFromText: takesFiles });
  const rest =
    takesFiles && kind === "audio"
      ? keepLong(limitEvents(kept, { line: largestFacts, words: largestFacts }, tooLarge), target)
      : limitBody(kept, takesFiles ? largestFacts : limit, tooLarge);
  return new Response(streamOf(rest, body), { status, headers: plain });
}

/** The lines of an answer with names in the places of its files. Those of a sound are read when all of them have arrived. */
function withoutFiles(
  lines: AsyncIterable<Uint8Array>,
  takesFiles: boolean,
  tooLarge: (limit: number) => Error,
): AsyncIterable<Uint8Array> {
  const { kind, files, textFiles, share } = currentCall();
  if (kind === "text") return textFiles ? keepLineFiles(lines, { kind, files: textFiles, share }) : lines;
  if (kind === undefined || !files || !takesFiles) return lines;
  const target = { kind, files, share };
  const kept = keepLineFiles(lines, target);
  return kind === "audio" ? keepLong(kept, target) : limitBody(kept, largestFacts, tooLarge);
}

/** Milliseconds after which other work of the process has its turn, while an answer arrives as fast as it is read. */
const longestTurn = 5;

/** Destroys the body when the stream is cancelled, and ends the reading of its chunks, which would otherwise wait for the next one for ever. */
function streamOf(chunks: AsyncIterable<Uint8Array>, body: Readable): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  let turn = performance.now();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (performance.now() - turn > longestTurn) {
          await nextTurn();
          turn = performance.now();
        }
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        body.destroy();
        void iterator.return?.().catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Passed as a stream, because a Response copies bytes. */
function oneChunk(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
