/** Downloads a file that a result links to. */
import type { Dispatcher } from "undici";
import { inEnglish } from "../../contract/translate.ts";
import { readHeader } from "../../network/answerHeaders.ts";
import { continuedBody } from "../../network/continuedBody.ts";
import { decodeBody } from "../../network/decodeBody.ts";
import { ownSentences } from "../errors/ownSentences.ts";
import { badAnswer } from "../http/badAnswer.ts";
import { type Connection, repeat } from "../http/exchange.ts";
import { readNetworkError } from "../http/readNetworkError.ts";
import { readLinkAddress } from "../http/serviceAddress.ts";
import { createTemporaryFile, type TemporaryFile, type WrittenFile } from "../http/temporaryFile.ts";
import type { CallOptions } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";

export interface DownloadedFile extends WrittenFile {
  /** The `Content-Type` header without its parameters. */
  mediaType: string | undefined;
}

const redirectLimit = 5;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** The body of a redirect or a refusal is read up to this many bytes, so that its connection can be reused. */
const ignoredBodyLimit = 16 * 1024;

/**
 * Sends the key to the service's own origin only, and never after a redirect. Throws ServiceError, and then leaves no file;
 * `forbiddenAddress` for a link that leads, directly or by redirects, to anything but https or the service's own loopback address.
 */
export async function downloadLink(
  connection: Connection,
  link: string,
  folder: string,
  options: CallOptions | undefined,
): Promise<DownloadedFile> {
  return repeat(connection, options, () => downloadOnce(connection, link, folder, options?.signal));
}

async function downloadOnce(
  connection: Connection,
  link: string,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<DownloadedFile> {
  let file: TemporaryFile | undefined;
  try {
    const answer = await openLink(connection, link, signal, {});
    const { statusCode, headers } = answer;
    if (statusCode < 200 || statusCode >= 300) {
      await answer.body.dump({ limit: ignoredBodyLimit });
      throw refusedLink(statusCode);
    }
    const send = (range: Record<string, string>) => openLink(connection, link, signal, range);
    const body = continuedBody(answer, { send, signal, firstWait: connection.timeouts.retry });
    const mediaType = readHeader(headers, "content-type")?.split(";")[0]?.trim() || undefined;
    const target = createTemporaryFile(folder);
    file = target;
    for await (const chunk of decodeBody(body, headers)) {
      const bytes: Buffer = chunk;
      bytes.copy(target.reserve(bytes.length));
      target.fill(bytes.length);
      await target.keepUp();
    }
    return { ...(await target.finish()), mediaType };
  } catch (thrown) {
    await file?.discard();
    throw readNetworkError(thrown, { host: URL.parse(link)?.host ?? connection.address.host, signal, isPost: false });
  }
}

/** Follows redirects to the answer with the file, or with another status. */
async function openLink(
  connection: Connection,
  link: string,
  signal: AbortSignal | undefined,
  range: Record<string, string>,
): Promise<Dispatcher.ResponseData> {
  let target = link;
  for (let hop = 0; hop <= redirectLimit; hop += 1) {
    const { url, isOwnOrigin } = readLinkAddress(target, connection.address);
    const authorization = hop === 0 && isOwnOrigin ? { authorization: `Bearer ${await connection.key()}` } : {};
    const answer = await connection.dispatchers.request({ origin: url.origin, path: `${url.pathname}${url.search}` }, "kept", {
      method: "GET",
      headers: { accept: "*/*", ...authorization, ...range },
      signal: signal ?? null,
      headersTimeout: Math.min(connection.timeouts.headers, connection.timeouts.silence),
    });
    const location = readHeader(answer.headers, "location");
    if (!redirectStatuses.has(answer.statusCode) || location === undefined) return answer;
    await answer.body.dump({ limit: ignoredBodyLimit });
    if (!URL.canParse(location, url.href)) throw badAnswer("The link to the file is invalid.");
    target = new URL(location, url).href;
  }
  throw badAnswer("The link to the file redirects too often.");
}

function refusedLink(status: number): ServiceError {
  const isGone = status === 404 || status === 410;
  return new ServiceError({ kind: isGone ? "notFound" : "unknown", message: inEnglish(ownSentences.linkRefused, status), status });
}
