/** How many bytes show the encoding of a text without a byte order mark. */
const examined = 64;

/** The encoding of a text file: of its byte order mark, else UTF-16 if every second byte of its beginning is zero, else UTF-8. */
function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = bytes.subarray(0, Math.min(examined, bytes.length - (bytes.length % 2)));
  const zeros = (first: number) => head.length > 0 && head.every((byte, index) => (byte === 0) === (index % 2 === first));
  return zeros(1) ? "utf-16le" : zeros(0) ? "utf-16be" : "utf-8";
}

/** The text of an included file: LF line endings, and without its final newline, which editors add. */
export function includedText(text: string | undefined): string | undefined {
  return text?.replaceAll("\r\n", "\n").replace(/\n$/, "");
}

interface Decoder {
  decode(bytes: Uint8Array): string;
}

/** The text of a file; undefined: it is no text, which contains no U+0000. `decoder`: the runtime's TextDecoder. */
export function decodeFileText(
  bytes: Uint8Array,
  decoder: new (encoding: string, options: { fatal: true }) => Decoder,
): string | undefined {
  try {
    const text = new decoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
