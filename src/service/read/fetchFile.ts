/** A URL of a request in; the file behind it out, unless it lies in a network that is nobody's business. */
import { type LookupAddress, lookup } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

const longestRedirection = 5;

/** Special-purpose addresses that a file on the web does not have. Source: IANA's registries of special-purpose addresses. */
const surroundings = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  surroundings.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 128],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  surroundings.addSubnet(network, prefix, "ipv6");
}
const thisMachine = new BlockList();
thisMachine.addSubnet("127.0.0.0", 8, "ipv4");
thisMachine.addAddress("::1", "ipv6");

/** Why there is no file. The message goes on from "input …" and holds nothing of the URL. */
export class FetchFailure extends Error {
  override readonly name = "FetchFailure";
}

export interface FetchOptions {
  signal: AbortSignal;
  /** Called with the bytes of each piece; what it throws ends the download. */
  count(bytes: number): void;
  /** The addresses of a name. Default: what the system says. */
  resolve?(name: string, callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void): void;
}

export interface FetchedFile {
  bytes: Uint8Array;
  /** Lowercase, without parameters; undefined: the server does not tell. */
  mediaType: string | undefined;
}

/** Throws FetchFailure, or what `count` throws. This machine is reached only when `source` itself names it. */
export async function fetchFile(source: string, options: FetchOptions): Promise<FetchedFile> {
  let url = readUrl(source, undefined);
  const mayReachThisMachine = namesThisMachine(url.hostname);
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
      throw new FetchFailure(`names a file whose server answered ${statusCode}.`);
    }
    const mediaType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    return { bytes: await readBody(answer, options), mediaType: mediaType || undefined };
  }
  throw new FetchFailure("names a file whose server redirects too often.");
}

function readUrl(text: string, base: URL | undefined): URL {
  const url = URL.parse(text, base?.href);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw unreachable();
}

const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, "");

function namesThisMachine(host: string): boolean {
  const bare = withoutBrackets(host);
  return /^(?:.+\.)?localhost\.?$/.test(bare) || (isIP(bare) > 0 && includes(thisMachine, bare));
}

function includes(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

function isReachable(address: string, mayReachThisMachine: boolean): boolean {
  return !includes(surroundings, address) && (mayReachThisMachine || !includes(thisMachine, address));
}

const resolveBySystem: NonNullable<FetchOptions["resolve"]> = (name, callback) => lookup(name, { all: true }, callback);

/** A connection of its own, so that the address which is checked is the one that is asked. */
function open(url: URL, mayReachThisMachine: boolean, { signal, resolve = resolveBySystem }: FetchOptions): Promise<IncomingMessage> {
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
      .once("error", (error) => reject(error instanceof FetchFailure ? error : unreachable()))
      .end();
  });
}

async function readBody(answer: IncomingMessage, { count }: FetchOptions): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let failure: unknown;
  answer.on("data", (chunk: Buffer) => {
    try {
      count(chunk.byteLength);
      chunks.push(chunk);
    } catch (error) {
      failure = error;
      answer.destroy();
    }
  });
  await new Promise((resolve) => answer.once("close", resolve));
  if (failure !== undefined) throw failure;
  if (!answer.complete) throw unreachable();
  return Buffer.concat(chunks);
}

const unreachable = () => new FetchFailure("names a file that could not be fetched.");
const outOfBounds = () => new FetchFailure("names a file in a network that this service does not reach into.");
