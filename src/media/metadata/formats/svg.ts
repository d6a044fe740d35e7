/** SVG: XMP and Content Credentials in its metadata, which are read and not written. Sources: XMP Specification Part 3, 2.6; C2PA 2.2, A.3.5. */
import { isSvg } from "../../../contract/svg.ts";
import type { ByteSource } from "../../files/byteSource.ts";
import { type Container, decodeUtf8, largestStore } from "../container.ts";

/** How much shows whether it is one. */
const headBytes = 64 * 1024;
const base64 = /^[\w+/=\s]*$/;

/** undefined: another format, or in another encoding than UTF-8. */
export async function readSvg(source: ByteSource): Promise<Container | undefined> {
  const head = await source.read(0, headBytes);
  if (!isSvg(head.toString("utf8"))) return undefined;
  // As text, a store is a third longer.
  const text = decodeUtf8(await source.read(0, largestStore * 2));
  if (text === undefined) return undefined;
  const written = findElement(text, "c2pa:manifest")?.content;
  const store = written !== undefined && base64.test(written) ? written : undefined;
  return {
    texts: [],
    xmp: findElement(text, "x:xmpmeta")?.whole,
    credentials: store === undefined ? undefined : { store: source.size > largestStore * 2 ? undefined : Buffer.from(store, "base64") },
    withXmp: () => undefined,
  };
}

/** The first element of a name, with what is in it. */
function findElement(text: string, name: string): { whole: string; content: string } | undefined {
  const start = text.indexOf(`<${name}`);
  const open = start < 0 ? -1 : text.indexOf(">", start);
  const close = open < 0 ? -1 : text.indexOf(`</${name}>`, open);
  if (close < 0) return undefined;
  return { whole: text.slice(start, close + name.length + 3), content: text.slice(open + 1, close) };
}
