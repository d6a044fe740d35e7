/** SVG: XMP and Content Credentials in its metadata, which are read and not written. Sources: XMP Specification Part 3, 2.6; C2PA 2.2, A.3.5. */
import { isSvg } from "../../../contract/svg.ts";
import type { ByteSource } from "../../files/byteSource.ts";
import { type Container, decodeUtf8, largestStore } from "../container.ts";

/** How much shows whether it is one. */
const headBytes = 64 * 1024;
const packet = /<x:xmpmeta[\s>].*?<\/x:xmpmeta>/s;
const manifest = /<c2pa:manifest[^>]*>([\w+/=\s]*)<\/c2pa:manifest>/;

/** undefined: another format, or in another encoding than UTF-8. */
export async function readSvg(source: ByteSource): Promise<Container | undefined> {
  const head = await source.read(0, headBytes);
  if (!isSvg(head.toString("utf8"))) return undefined;
  // As text, a store is a third longer.
  const text = decodeUtf8(await source.read(0, largestStore * 2));
  if (text === undefined) return undefined;
  const [, store] = manifest.exec(text) ?? [];
  return {
    texts: [],
    xmp: packet.exec(text)?.[0],
    credentials: store === undefined ? undefined : { store: source.size > largestStore * 2 ? undefined : Buffer.from(store, "base64") },
    withXmp: () => undefined,
  };
}
