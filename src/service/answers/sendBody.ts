/** Streams a body in slices, completely or cut off by a fault. */
import { type StreamedBody, streamSlices } from "./fileBytes.ts";

export interface SendOptions {
  contentType: string;
  status?: number;
  headers?: Record<string, string>;
  /** Called after half of the announced length; the rest is not sent. */
  breakConnection?: (() => void) | undefined;
}

/** Small bodies are sent in one piece. */
const onePieceLimit = 64 * 1024;

/** Rejects, before anything is sent, if a file cannot be read. */
export async function sendBody(body: StreamedBody, options: SendOptions): Promise<Response> {
  const { contentType, status = 200, headers = {}, breakConnection } = options;
  await body.prepare?.();
  const init = { status, headers: { "content-type": contentType, "content-length": String(body.length), ...headers } };
  if (breakConnection) return new Response(streamSlices(cut(body, breakConnection)), init);
  if (body.length <= onePieceLimit) return new Response(body.text ?? (await join(body.slices)), init);
  return new Response(streamSlices(body.slices), init);
}

/** A short answer. Its headers stay plain, because `Headers` would take longer than the rest of it. */
export function sendJson(body: object, status: number, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

/** `buffer` of `node:stream/consumers` makes a Blob first, which takes longer. */
async function join(slices: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const read: Uint8Array[] = [];
  for await (const slice of slices) read.push(slice);
  return Buffer.concat(read);
}

/** Sends half of the bytes, and then breaks the connection. */
async function* cut(body: StreamedBody, breakConnection: () => void): AsyncGenerator<Uint8Array> {
  let left = Math.floor(body.length / 2);
  for await (const slice of body.slices) {
    yield slice.subarray(0, left);
    left -= slice.byteLength;
    if (left <= 0) break;
  }
  breakConnection();
}
