/** Decompresses the bodies of answers: some servers and proxies compress them although no request asks for it. */
import { pipeline, type Readable, type Transform } from "node:stream";
import zlib from "node:zlib";
import { type AnswerHeaders, readHeader } from "./answerHeaders.ts";

/** Decoders by the names of RFC 9110, 8.4.1, RFC 7932 and RFC 8878. Zstandard needs Node.js 22.15. */
function decoderOf(encoding: string): Transform | undefined {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return zlib.createGunzip();
    case "deflate":
      return zlib.createInflate();
    case "br":
      return zlib.createBrotliDecompress();
    case "zstd":
      return "createZstdDecompress" in zlib ? zlib.createZstdDecompress() : undefined;
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

/** Returns the body itself if it is not compressed, or in a way that is not known. Destroying the result destroys the body. */
export function decodeBody(body: Readable, headers: AnswerHeaders): Readable {
  const decoders = encodingsOf(headers).toReversed().map(decoderOf);
  return decoders.reduce<Readable>((decoded, decoder) => {
    if (!decoder) return decoded;
    // The error is also an error of the decoder, which the reader gets.
    pipeline(decoded, decoder, () => undefined);
    return decoder;
  }, body);
}
