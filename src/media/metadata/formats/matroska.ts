/**
 * WebM and Matroska: texts in tags, as ffmpeg and nodes of ComfyUI write them. There is no standard for XMP in them, so it is a tag `XMP`, as in
 * the comments of FLAC and Ogg. Source: RFC 9559, 5.1.8.
 */
import type { ByteSource } from "../../files/byteSource.ts";
import { type Element, readElements, writeElement } from "../../files/ebml.ts";
import { readSegment, segmentIds } from "../../files/matroskaSegment.ts";
import { type Container, decodeUtf8, largestText, mostTexts } from "../container.ts";
import { writeTags } from "./matroskaTags.ts";
import { movedPacket, readEscapes } from "./vorbisComments.ts";

const ids = { tag: 0x7373, targets: 0x63c0, simpleTag: 0x67c8, name: 0x45a3, text: 0x4487 } as const;
const packetName = "XMP";
const largestTags = 32 * 1024 * 1024;

/** A text, with the elements that contain it. */
interface Tag {
  tags: Element;
  tag: Element;
  simpleTag: Element;
  keyword: string;
  text: string;
}

export async function readMatroska(source: ByteSource): Promise<Container> {
  const segment = await readSegment(source);
  if (segment === undefined) return { texts: [], xmp: undefined, credentials: undefined, withXmp: () => undefined };
  const found: Tag[] = [];
  for (const tags of segment.tags) for await (const tag of readTags(source, tags)) if (found.push(tag) >= mostTexts) break;
  const packets = found.filter(({ keyword }) => keyword.toUpperCase() === packetName);
  const moved = found.find(({ keyword }) => keyword.toLowerCase() === movedPacket);
  const [packet] = packets;
  const others = packet && (await withoutTag(source, packet));
  return {
    texts: found.filter((tag) => tag !== moved && !packets.includes(tag)),
    xmp: packet?.text ?? (moved && readEscapes(moved.text)),
    credentials: undefined,
    withXmp(bytes) {
      if (packets.length > 1 || (packet !== undefined && others === undefined)) return undefined;
      const texts = Buffer.concat([writeElement(ids.name, Buffer.from(packetName)), writeElement(ids.text, bytes)]);
      const tag = writeElement(ids.tag, Buffer.concat([writeElement(ids.targets, Buffer.alloc(0)), writeElement(ids.simpleTag, texts)]));
      return writeTags(source.size, segment, writeElement(segmentIds.tags, Buffer.concat([...(others ?? []), tag])), packet?.tags);
    },
  };
}

async function* readTags(source: ByteSource, tags: Element): AsyncGenerator<Tag> {
  let tag: Element | undefined;
  for await (const element of readElements(source, tags.content, tags.to, [ids.tag])) {
    if (element.id === ids.tag) tag = element;
    else if (element.id === ids.simpleTag && tag !== undefined) {
      const [keyword, text] = [await readText(source, element, ids.name), await readText(source, element, ids.text)];
      if (keyword !== undefined && text !== undefined) yield { tags, tag, simpleTag: element, keyword, text };
    }
  }
}

async function readText(source: ByteSource, { content, to }: Element, id: number): Promise<string | undefined> {
  for await (const element of readElements(source, content, to))
    if (element.id === id && element.to - element.content <= largestText) return decodeUtf8(await bytesOf(source, element));
  return undefined;
}

/** The content of its element `Tags` without this text. undefined: too large. */
async function withoutTag(source: ByteSource, { tags, tag, simpleTag }: Tag): Promise<Buffer[] | undefined> {
  if (tags.to - tags.content > largestTags) return undefined;
  const kept: Buffer[] = [];
  for await (const element of readElements(source, tags.content, tags.to)) {
    if (element.id !== ids.tag) continue;
    if (element.from !== tag.from) kept.push(await bytesOf(source, { content: element.from, to: element.to }));
    else {
      const parts: Buffer[] = [];
      let hasTexts = false;
      for await (const part of readElements(source, element.content, element.to)) {
        if (part.from === simpleTag.from || part.id === segmentIds.checksum) continue;
        hasTexts ||= part.id === ids.simpleTag;
        parts.push(await bytesOf(source, { content: part.from, to: part.to }));
      }
      if (hasTexts) kept.push(writeElement(ids.tag, Buffer.concat(parts)));
    }
  }
  return kept;
}

async function bytesOf(source: ByteSource, { content, to }: Pick<Element, "content" | "to">): Promise<Buffer> {
  return Buffer.from(await source.read(content, to - content));
}
