/** Fetches the file at a URL in a request, unless it is in a private network. */
import { type LookupAddress, lookup } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { addressRangeOf, rangeOfHost } from "../../network/addressRanges.ts";

const longestRedirection = 5;

/** Why there is no file. The message continues "input …" and contains nothing of the URL. */
export class FetchError extends Error {
  override readonly name = "FetchError";
}

export interface FetchFileOptions {
  signal: AbortSignal;
  /** Called with the length of each chunk; if it throws, the download ends. */
  count(bytes: number): void;
  /** Whether a URL may refer to this machine. */
  reachesThisMachine: boolean;
  /** Resolves a host name. Default: the system's resolver. */
  resolve?(name: string, callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void): void;
}

export interface FetchedFile {
  bytes: Uint8Array;
  /** Lowercase, without parameters; undefined if the server does not send it. */
  mediaType: string | undefined;
}

/** Loads the file at a URL in a request. Rejects with FetchError, or what `count` throws. */
export type LoadFile = (source: string, options: Pick<FetchFileOptions, "signal" | "count">) => Promise<FetchedFile>;

/**
 * Rejects with FetchError, or what `count` throws. Connects to this machine only if that is allowed and `source` itself, not just a
 * redirect, refers to it.
 */
export async function fetchFile(source: string, options: FetchFileOptions): Promise<FetchedFile> {
  let url = readUrl(source, undefined);
  const mayReachThisMachine = options.reachesThisMachine && rangeOfHost(url.hostname) === "thisMachine";
  for (let redirects = 0; redirects <= longestRedirection; redirects += 1) {
    const answer = await open(url, mayReachThisMachine, options);
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy();
      url = readUrl(headers.location, url);
      continue;
    }
    if (statusCode !== 200) {
      answer.destroy();
      throw new FetchError(`names a file whose server answered ${statusCode}.`);
    }
    const mediaType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    return { bytes: await readBody(answer, options), mediaType: mediaType || undefined };
  }
  throw new FetchError("names a file whose server redirects too often.");
}

function readUrl(text: string, base: URL | undefined): URL {
  const url = URL.parse(text, base?.href);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw unreachable();
}

const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, "");

function isReachable(address: string, mayReachThisMachine: boolean): boolean {
  const range = addressRangeOf(address);
  return range === "public" || (range === "thisMachine" && mayReachThisMachine);
}

const resolveBySystem: NonNullable<FetchFileOptions["resolve"]> = (name, callback) => lookup(name, { all: true }, callback);

/** Opens a separate connection, so that the checked address is the one that is connected to. */
function open(url: URL, mayReachThisMachine: boolean, { signal, resolve = resolveBySystem }: FetchFileOptions): Promise<IncomingMessage> {
  const host = withoutBrackets(url.hostname);
  if (isIP(host) > 0 && !isReachable(host, mayReachThisMachine)) return Promise.reject(outOfBounds());
  const lookupReachable: LookupFunction = (name, lookupOptions, callback) => {
    resolve(name, (error, found) => {
      const [first, ...others] = (error ? [] : found).filter(({ address }) => isReachable(address, mayReachThisMachine));
      if (!first) callback(error ?? outOfBounds(), "");
      else if (lookupOptions.all) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    });
  };
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolveAnswer, reject) => {
    request(url, { agent: false, lookup: lookupReachable, signal, headers: { accept: "*/*", "accept-encoding": "identity" } })
      .once("response", resolveAnswer)
      .once("error", (error) => reject(error instanceof FetchError ? error : unreachable()))
      .end();
  });
}

async function readBody(answer: IncomingMessage, { count }: FetchFileOptions): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let firstError: unknown;
  answer.on("data", (chunk: Buffer) => {
    try {
      count(chunk.byteLength);
      chunks.push(chunk);
    } catch (error) {
      firstError = error;
      answer.destroy();
    }
  });
  await new Promise((resolve) => answer.once("close", resolve));
  if (firstError !== undefined) throw firstError;
  if (!answer.complete) throw unreachable();
  return Buffer.concat(chunks);
}

const unreachable = () => new FetchError("names a file that could not be fetched.");
const outOfBounds = () => new FetchError("names a file in a network that this service does not reach into.");
