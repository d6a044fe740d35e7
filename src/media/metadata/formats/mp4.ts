/** MP4 and its relatives, by their boxes: XMP and Content Credentials in `uuid`, other texts in `moov`. Source: ISO/IEC 14496-12, 4.2; XMP Specification Part 3, 1.2.6; C2PA 2.2, A.5; QuickTime File Format, "Metadata". */
import type { ByteSource } from "../../files/byteSource.ts";
import { type Box, boxContent, readBoxes } from "../../files/mp4Boxes.ts";
import { type Container, decodeUtf8, largestStore, largestText, type MetadataText, mostParts, mostTexts } from "../container.ts";

const xmpId = Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex");
const storeId = Buffer.from("d8fec3d61b0e483c92975828877ec481", "hex");
const idBytes = 16;

const mostBoxes = 4096;
const textType = 1;

export async function readMp4(source: ByteSource): Promise<Container> {
  const { boxes, isWhole } = await readBoxes(source, 0, source.size, mostParts);
  const movie = boxes.find(({ type }) => type === "moov");
  const { packetBoxes, xmp, credentials } = await readUuidBoxes(source, boxes);
  const [packetBox] = packetBoxes;
  const movieTexts = movie === undefined ? { texts: [], xmp: undefined } : await readMp4Texts(source, movie);
  return {
    texts: movieTexts.texts,
    xmp: xmp ?? movieTexts.xmp,
    credentials,
    withXmp(bytes) {
      const last = boxes.at(-1);
      if (!isWhole || boxes[0]?.type !== "ftyp" || movie === undefined || last === undefined || last.isOpen) return undefined;
      if (packetBoxes.length > 1 || (packetBox !== undefined && xmp === undefined)) return undefined;
      const head = Buffer.alloc(8);
      head.writeUInt32BE(head.length + idBytes + bytes.length, 0);
      head.write("uuid", 4, "latin1");
      const box = Buffer.concat([head, xmpId, bytes]);
      // Players locate the index of fragments by its distance from the end. No other offset changes.
      const end = last.type === "mfra" ? last.from : source.size;
      if (packetBox === undefined) return [{ from: 0, to: end }, box, { from: end, to: source.size }];
      if (packetBox.to === end) return [{ from: 0, to: packetBox.from }, box, { from: end, to: source.size }];
      const type = packetBox.from + 4;
      return [{ from: 0, to: type }, Buffer.from("free"), { from: type + 4, to: end }, box, { from: end, to: source.size }];
    },
  };
}

/** XMP, and Content Credentials, in boxes of one level that are identified by sixteen bytes. */
export async function readUuidBoxes(
  source: ByteSource,
  boxes: readonly Box[],
): Promise<{ packetBoxes: Box[]; xmp: string | undefined; credentials: Container["credentials"] }> {
  const [packetBoxes, storeBoxes]: [Box[], Box[]] = [[], []];
  for (const box of boxes) {
    if (box.type !== "uuid") continue;
    const id = await source.read(box.content, idBytes);
    if (id.equals(xmpId)) packetBoxes.push(box);
    else if (id.equals(storeId)) storeBoxes.push(box);
  }
  const content = async (box: Box | undefined, most: number) =>
    box && (await boxContent(source, { ...box, content: box.content + idBytes }, most));
  const packet = await content(packetBoxes[0], largestText);
  const xmp = packet && decodeUtf8(packet);
  if (storeBoxes.length === 0) return { packetBoxes, xmp, credentials: undefined };
  const stores = await Promise.all(storeBoxes.map(async (box) => readStore(await content(box, largestStore))));
  const ordered = stores
    .flatMap((one) => one ?? [])
    .toSorted((one, other) => purposes.indexOf(one.purpose) - purposes.indexOf(other.purpose));
  return { packetBoxes, xmp, credentials: { store: ordered.length === 0 ? undefined : Buffer.concat(ordered.map(({ store }) => store)) } };
}

/** In the order of their age: an update leaves the store before it where it is. Source: C2PA 2.2, A.5. */
const purposes = ["manifest", "original", "update"];

/** The content is version and flags, the purpose, an offset, and the store. */
function readStore(content: Uint8Array | undefined): { purpose: string; store: Uint8Array } | undefined {
  if (content === undefined) return undefined;
  const purposeEnd = content.indexOf(0, 4);
  const purpose = Buffer.from(content.subarray(4, Math.max(4, purposeEnd))).toString("latin1");
  return purposes.includes(purpose) ? { purpose, store: content.subarray(purposeEnd + 9) } : undefined;
}

/** The values, whose names are in `keys`, or are box types. */
async function readMp4Texts(source: ByteSource, movie: Box): Promise<Pick<Container, "texts" | "xmp">> {
  const below = async (box: Box, type: string) =>
    (await readBoxes(source, box.content, box.to, mostBoxes)).boxes.find((one) => one.type === type);
  const userData = await below(movie, "udta");
  const packet = userData && (await below(userData, "XMP_"));
  const bytes = packet && (await boxContent(source, packet, largestText));
  const metadata = [await below(movie, "meta"), userData && (await below(userData, "meta"))];
  const texts: MetadataText[] = userData === undefined ? [] : await readInternational(source, userData);
  for (const box of metadata) if (box !== undefined) texts.push(...(await readMetadata(source, box, mostTexts - texts.length)));
  return { texts, xmp: bytes && decodeUtf8(bytes) };
}

/** Texts of QuickTime directly in the user data, whose types begin with ©: a length, a language and the text. */
async function readInternational(source: ByteSource, userData: Box): Promise<MetadataText[]> {
  const { boxes } = await readBoxes(source, userData.content, userData.to, mostBoxes);
  const texts: MetadataText[] = [];
  for (const box of boxes.filter(({ type }) => type.startsWith("\u00a9")).slice(0, mostTexts)) {
    const content = await boxContent(source, box, largestText);
    if (content === undefined || content.length < 4) continue;
    const text = decodeUtf8(content.subarray(4, 4 + content.readUInt16BE(0)));
    if (text !== undefined) texts.push({ keyword: box.type, text });
  }
  return texts;
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
    const content = value && (await boxContent(source, value, largestText));
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
  for (const { content, to } of boxes) {
    const name = (await source.read(content, Math.min(to - content, 256))).toString("utf8");
    names.push(name.replace(/^com\.apple\.quicktime\./, ""));
  }
  return names;
}
