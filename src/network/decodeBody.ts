/** Decompresses the bodies of answers: some servers and proxies compress them although no request asks for it. */
import { pipeline, Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import { type AnswerHeaders, readHeader } from "./answerHeaders.ts";

const mostEncodings = 3;

/** An answer is read to its end although the last bytes of the compression are missing. */
const lenient = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };

/**
 * Decoders by the names of RFC 9110, 8.4.1, RFC 7932 and RFC 8878. Zstandard needs Node.js 22.15. `start`: the first bytes of the body, which
 * show whether it is compressed at all: some proxies decompress it and keep the header. Some servers leave out the header of `deflate`.
 */
function decoderOf(encoding: string, start: Uint8Array): Transform | undefined {
  const [first = 0, second = 0] = start;
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return first === 0x1f ? zlib.createGunzip(lenient) : undefined;
    case "deflate":
      return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0 ? zlib.createInflate(lenient) : zlib.createInflateRaw(lenient);
    case "br":
      return zlib.createBrotliDecompress();
    case "zstd":
      return first === 0x28 && "createZstdDecompress" in zlib ? zlib.createZstdDecompress() : undefined;
    default:
      return undefined;
  }
}

/** Whether `decodeBody` changes a body with these headers. */
export function isEncoded(headers: AnswerHeaders): boolean {
  return encodingsOf(headers).length > 0;
}

function encodingsOf(headers: AnswerHeaders): string[] {
  const names = (readHeader(headers, "content-encoding") ?? "").toLowerCase().split(",");
  return names.map((name) => name.trim()).filter((name) => name !== "" && name !== "identity");
}

/** Returns the body itself if no encoding is named. Destroying the result destroys the body. Throws for too many encodings: each needs memory. */
export function decodeBody(body: Readable, headers: AnswerHeaders): Readable {
  const encodings = encodingsOf(headers);
  if (encodings.length > mostEncodings) {
    body.destroy();
    throw new Error(`An answer has more than ${mostEncodings} content encodings.`);
  }
  return encodings.toReversed().reduce<Readable>((encoded, encoding) => {
    const decoded = Readable.from(decode(encoded, encoding), { objectMode: false });
    decoded.once("close", () => encoded.destroy());
    return decoded;
  }, body);
}

async function* decode(encoded: Readable, encoding: string): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> & AsyncIterable<Uint8Array> = encoded.iterator();
  const { value, done } = await chunks.next();
  if (done) return;
  const all = withFirst(value, chunks);
  const decoder = decoderOf(encoding, value);
  // The error is also an error of the decoder, which the reader gets.
  if (decoder) pipeline(all, decoder, () => undefined);
  yield* decoder ?? all;
}

async function* withFirst(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
