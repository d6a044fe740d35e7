/** MP3: an ID3v2 tag before the samples. */
import type { ByteSource } from "../../files/byteSource.ts";
import type { Container } from "../container.ts";
import { readId3, writeId3 } from "./id3.ts";

export async function readMp3(source: ByteSource): Promise<Container> {
  const tag = await readId3(source);
  if (tag !== undefined) return tag;
  const head = await source.read(0, 3);
  const isTruncatedTag = head.toString("latin1") === "ID3";
  return {
    texts: [],
    xmp: undefined,
    credentials: undefined,
    withXmp: (packet) => (isTruncatedTag ? undefined : [writeId3(packet), { from: 0, to: source.size }]),
  };
}
