/** Streams a body in slices, complete or cut. */
import { type StreamedBody, streamSlices } from "./fileBytes.ts";

export interface SendOptions {
  contentType: string;
  status?: number;
  headers?: Record<string, string>;
  /** Called after half of the announced length: the rest does not come. */
  breakConnection?: (() => void) | undefined;
}

/** Small bodies are sent in one piece. */
const onePieceLimit = 64 * 1024;

export function sendBody(body: StreamedBody, options: SendOptions): Response {
  const { contentType, status = 200, headers = {}, breakConnection } = options;
  const init = { status, headers: { "content-type": contentType, "content-length": String(body.length), ...headers } };
  if (breakConnection) return new Response(streamSlices(cut(body, breakConnection)), init);
  if (body.length <= onePieceLimit) return new Response(Buffer.concat([...body.slices]), init);
  return new Response(streamSlices(body.slices), init);
}

/** Half of the bytes, and then a broken connection. */
function* cut(body: StreamedBody, breakConnection: () => void): Generator<Uint8Array> {
  let left = Math.floor(body.length / 2);
  for (const slice of body.slices) {
    yield slice.subarray(0, left);
    left -= slice.byteLength;
    if (left <= 0) break;
  }
  breakConnection();
}
