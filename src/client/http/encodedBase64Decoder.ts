/** Decodes base64 in a data URI, in which signs may be percent-encoded, such as `%2B` and `%3D`. Source: RFC 2397; RFC 3986, 2.1. */
import { type Base64Decoder, createBase64Decoder } from "./base64Decoder.ts";
import type { TemporaryFile } from "./temporaryFile.ts";

const percent = 0x25;

export function createEncodedBase64Decoder(file: TemporaryFile): Base64Decoder {
  const decoder = createBase64Decoder(file);
  /** An escape that is not complete yet. */
  let pending = "";
  return {
    ...decoder,
    write(characters) {
      if (pending === "" && !characters.includes(percent)) return decoder.write(characters);
      const text = pending + characters.toString("latin1");
      const end = /%[\da-f]?$/i.exec(text)?.index ?? text.length;
      pending = text.slice(end);
      const decoded = text
        .slice(0, end)
        .replaceAll(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
      decoder.write(Buffer.from(decoded, "latin1"));
    },
    end() {
      decoder.write(Buffer.from(pending, "latin1"));
      decoder.end();
    },
  };
}
