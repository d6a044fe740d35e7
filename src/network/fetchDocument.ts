/** Gets small documents, such as the metadata of an authorization server, over the same connections as everything else. */
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { decodeBody } from "./decodeBody.ts";
import { createDispatchers } from "./dispatchers.ts";

/** Milliseconds. */
const timeouts = { connect: 10_000, silence: 10_000 };
/** Bytes. */
const longestDocument = 1024 * 1024;

/**
 * A GET through the environment's proxy and with the system's certificates, which Node's own `fetch` ignores. Redirections are not followed.
 * Rejects if the server cannot be reached, or sends more than 1 MiB, compressed or not.
 */
export async function fetchDocument(
  address: string,
  { headers, signal }: { headers?: Iterable<[string, string]>; signal: AbortSignal },
): Promise<Response> {
  const { origin, pathname, search } = new URL(address);
  const dispatchers = createDispatchers({}, timeouts);
  try {
    const target = { origin, path: `${pathname}${search}` };
    const answer = await dispatchers.request(target, "fresh", { method: "GET", headers: Object.fromEntries(headers ?? []), signal });
    // What is compressed may have no content at all, and then no limit of it.
    const arriving = Readable.from(limit(answer.body), { objectMode: false });
    const body = await text(limit(decodeBody(arriving, answer.headers)));
    return new Response([204, 205, 304].includes(answer.statusCode) ? undefined : body, { status: answer.statusCode });
  } finally {
    await dispatchers.close();
  }
}

async function* limit(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > longestDocument) throw new Error("The document is longer than 1 MiB.");
    yield chunk;
  }
}
