/**
 * WebM and Matroska: texts in tags, as ffmpeg and nodes of ComfyUI write them. There is no standard for XMP in them, so they are not marked.
 * Source: RFC 9559, 5.1.8.
 */
import type { ByteSource } from "../../files/byteSource.ts";
import { type Element, readElements } from "../../files/ebml.ts";
import { type Container, decodeUtf8, largestText, type MetadataText, mostTexts } from "../container.ts";

const ids = { segment: 0x18538067, tags: 0x1254c367, tag: 0x7373, simpleTag: 0x67c8, name: 0x45a3, text: 0x4487 } as const;
const parents: readonly number[] = [ids.segment, ids.tags, ids.tag];

export async function readMatroska(source: ByteSource): Promise<Container> {
  const texts: MetadataText[] = [];
  for await (const element of readElements(source, 0, source.size, parents)) {
    if (texts.length >= mostTexts) break;
    if (element.id === ids.simpleTag) texts.push(...(await readTag(source, element)));
  }
  return { texts, xmp: undefined, credentials: undefined, withXmp: () => undefined };
}

async function readTag(source: ByteSource, { content, to }: Element): Promise<MetadataText[]> {
  let [keyword, text]: [string | undefined, string | undefined] = [undefined, undefined];
  for await (const element of readElements(source, content, to)) {
    if (element.to - element.content > largestText) continue;
    if (element.id === ids.name) keyword = decodeUtf8(await source.read(element.content, element.to - element.content));
    else if (element.id === ids.text) text = decodeUtf8(await source.read(element.content, element.to - element.content));
  }
  return keyword === undefined || text === undefined ? [] : [{ keyword, text }];
}
