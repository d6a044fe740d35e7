/**
 * Reads the texts of an MP4 file: a list of values whose names are in `keys`, or are box types. Source: QuickTime File Format, "Metadata".
 */
import type { ByteSource } from "../../../files/byteSource.ts";
import { type Box, contentOf, readBoxes } from "../../../files/mp4Boxes.ts";
import { type Container, decodeUtf8, largestText, type MetadataText, mostTexts } from "../container.ts";

const mostBoxes = 4096;
const textType = 1;

export async function readMp4Texts(source: ByteSource, movie: Box): Promise<Pick<Container, "texts" | "xmp">> {
  const below = async (box: Box, type: string) =>
    (await readBoxes(source, box.content, box.to, mostBoxes)).boxes.find((one) => one.type === type);
  const userData = await below(movie, "udta");
  const packet = userData && (await below(userData, "XMP_"));
  const bytes = packet && (await contentOf(source, packet, largestText));
  const metadata = [await below(movie, "meta"), userData && (await below(userData, "meta"))];
  const texts: MetadataText[] = [];
  for (const box of metadata) if (box !== undefined) texts.push(...(await readMetadata(source, box, mostTexts - texts.length)));
  return { texts, xmp: bytes && decodeUtf8(bytes) };
}

async function readMetadata(source: ByteSource, box: Box, most: number): Promise<MetadataText[]> {
  // A version precedes the boxes, except in QuickTime files.
  const start = (await source.read(box.content, 8)).toString("latin1", 4, 8) === "hdlr" ? box.content : box.content + 4;
  const { boxes } = await readBoxes(source, start, box.to, mostBoxes);
  const list = boxes.find(({ type }) => type === "ilst");
  if (list === undefined) return [];
  const keys = boxes.find(({ type }) => type === "keys");
  const names = keys === undefined ? [] : await readNames(source, keys);
  const texts: MetadataText[] = [];
  for (const item of (await readBoxes(source, list.content, list.to, mostBoxes)).boxes) {
    if (texts.length >= most) break;
    const [value] = (await readBoxes(source, item.content, item.to, 8)).boxes.filter(({ type }) => type === "data");
    const content = value && (await contentOf(source, value, largestText));
    if (content === undefined || content.length < 8 || content.readUInt32BE(0) !== textType) continue;
    const keyword = names[Buffer.from(item.type, "latin1").readUInt32BE(0) - 1] ?? item.type;
    const text = decodeUtf8(content.subarray(8));
    if (text !== undefined) texts.push({ keyword, text });
  }
  return texts;
}

async function readNames(source: ByteSource, keys: Box): Promise<string[]> {
  const { boxes } = await readBoxes(source, keys.content + 8, keys.to, mostBoxes);
  const names: string[] = [];
  for (const { content, to } of boxes) names.push((await source.read(content, Math.min(to - content, 256))).toString("utf8"));
  return names;
}
