/** A body in slices in; a Response that streams them, whole or cut, out. */
import { type StreamedBody, streamSlices } from "./fileBytes.ts";

export interface SendOptions {
  contentType: string;
  status?: number;
  headers?: Record<string, string>;
  /** Breaks the connection after half of the announced length. */
  truncated?: boolean;
}

/** Small bodies are sent in one piece. */
const onePieceLimit = 64 * 1024;

export function sendBody(body: StreamedBody, options: SendOptions): Response {
  const { contentType, status = 200, headers = {}, truncated = false } = options;
  const init = { status, headers: { "content-type": contentType, "content-length": String(body.length), ...headers } };
  if (truncated) return new Response(streamSlices(cut(body)), init);
  if (body.length <= onePieceLimit) return new Response(Buffer.concat([...body.slices]), init);
  return new Response(streamSlices(body.slices), init);
}

/** Half of the bytes, and then an error, which makes the adapter break the connection. */
function* cut(body: StreamedBody): Generator<Uint8Array> {
  let left = Math.floor(body.length / 2);
  for (const slice of body.slices) {
    yield slice.subarray(0, left);
    left -= slice.byteLength;
    if (left <= 0) throw new Error("The fault model ends the answer here.");
  }
}
