/**
 * AVIF and HEIF: XMP and Exif as items, Content Credentials in a box `uuid`. The packet is written behind everything else; the table of the
 * items' places grows, and what is behind it moves. Sources: ISO/IEC 23008-12, A.3; AV1 Image File Format, 5; C2PA 2.2, A.5.
 */
import type { ByteSource } from "../../files/byteSource.ts";
import { type HeifItem, type HeifMeta, readHeifMeta, readItem } from "../../files/heifItems.ts";
import { type Box, boxContent, findBox, mostBoxes, readBoxes } from "../../files/mp4Boxes.ts";
import { type ByteChange, changeRanges, type Piece } from "../../files/pieces.ts";
import { type Container, decodeUtf8, largestText } from "../container.ts";
import { readExif } from "./exif.ts";
import { readUuidBoxes } from "./mp4.ts";

const xmpType = "application/rdf+xml";
const largestSize = 0xffff_ffff;
const largestTable = 16 * 1024 * 1024;

export async function readHeif(source: ByteSource): Promise<Container> {
  const { boxes, isWhole } = await readBoxes(source, 0, source.size, mostBoxes);
  const { credentials } = await readUuidBoxes(source, boxes);
  const meta = await readHeifMeta(source);
  if (meta === undefined) return { texts: [], xmp: undefined, credentials, withXmp: () => undefined };
  const packets = meta.items.filter(({ type, contentType }) => type === "mime" && contentType === xmpType);
  const [item] = packets;
  const packet = item && (await readItem(source, meta, item, largestText));
  const xmp = packet && decodeUtf8(packet);
  const exif = meta.items.find(({ type }) => type === "Exif");
  const exifBytes = exif && (await readItem(source, meta, exif, largestText));
  const tables = await readTables(source, boxes);
  const isMovable = isWhole && boxes.at(-1)?.isOpen === false && !boxes.some(({ type }) => type === "moof") && tables !== undefined;
  return {
    texts: exifBytes === undefined || exifBytes.length < 4 ? [] : readExif(exifBytes.subarray(4 + exifBytes.readUInt32BE(0))),
    xmp,
    credentials,
    withXmp(bytes) {
      if (!isMovable || packets.length > 1 || (item !== undefined && xmp === undefined)) return undefined;
      return item === undefined ? addPacket(source, meta, tables, bytes) : replacePacket(boxes.at(-1), meta, item, bytes);
    },
  };
}

/** Tables of a sequence's frames: offsets in the file, which move. */
interface OffsetTable {
  from: number;
  content: Buffer;
  width: 4 | 8;
}

/** undefined: too large. */
async function readTables(source: ByteSource, boxes: readonly Box[]): Promise<OffsetTable[] | undefined> {
  const movie = boxes.find(({ type }) => type === "moov");
  if (movie === undefined) return [];
  const tables: OffsetTable[] = [];
  for (const track of (await readBoxes(source, movie.content, movie.to, mostBoxes)).boxes.filter(({ type }) => type === "trak")) {
    for (const [type, width] of [["stco", 4] as const, ["co64", 8] as const]) {
      const table = await findBox(source, track, "mdia", "minf", "stbl", type);
      if (table === undefined) continue;
      const content = await boxContent(source, table, largestTable);
      if (content === undefined) return undefined;
      tables.push({ from: table.content, content: Buffer.from(content), width });
    }
  }
  return tables;
}

/** A new item behind the file's last box. undefined: there is no space for its fields. */
function addPacket(source: ByteSource, meta: HeifMeta, tables: readonly OffsetTable[], packet: Uint8Array): Piece[] | undefined {
  const { sizes, primary, infoCount } = meta;
  const id = Math.max(...meta.items.map((item) => item.id)) + 1;
  const find = (type: string) => meta.boxes.find((box) => box.type === type);
  const [infos, locations, references] = [find("iinf"), find("iloc"), find("iref")];
  const isWide = (sizes.offset >= 4 || sizes.base >= 4) && sizes.length >= 4;
  if (infos === undefined || locations === undefined || primary === undefined || !isWide || id > 0xffff) return undefined;
  if ([meta.meta, infos, locations, references].some((box) => box !== undefined && box.content - box.from !== 8)) return undefined;
  const info = writeInfo(id);
  const reference = writeReference(id, primary);
  // Without references, the box for them is new, too.
  const referenceBox =
    references === undefined ? Buffer.concat([boxHead("iref", 12 + reference.length), Buffer.alloc(4), reference]) : reference;
  const growth = info.length + writeLocation(meta, id, 0, 0).length + referenceBox.length;
  const at = source.size + growth + 8;
  const moved = moveLocations(meta, growth);
  if (at + packet.length > largestSize || moved === undefined || (references !== undefined && !meta.hasShortReferences)) return undefined;
  const changes: ByteChange[] = [
    resized(meta.meta, growth),
    resized(infos, info.length),
    { from: infos.content + 4, to: infos.content + 4 + infoCount.bytes, bytes: uint(infoCount.value + 1, infoCount.bytes) },
    { from: infos.to, to: infos.to, bytes: info },
    resized(locations, writeLocation(meta, id, 0, 0).length),
    { from: locations.content, to: locations.to, bytes: Buffer.concat([moved, writeLocation(meta, id, at, packet.length)]) },
    ...(references === undefined ? [] : [resized(references, reference.length)]),
    { from: (references ?? meta.meta).to, to: (references ?? meta.meta).to, bytes: referenceBox },
    ...tables.map((table) => ({ from: table.from, to: table.from + table.content.length, bytes: moveTable(table, meta.meta.to, growth) })),
  ];
  return [...changeRanges(source.size, changes), Buffer.concat([boxHead("mdat", packet.length + 8), packet])];
}

/** The item's packet behind the file's last box, in the place of its old one. */
function replacePacket(last: Box | undefined, meta: HeifMeta, { location }: HeifItem, packet: Uint8Array): Piece[] | undefined {
  const table = meta.boxes.find(({ type }) => type === "iloc");
  const [extentAt, ...others] = location?.extentsAt ?? [];
  const { sizes } = meta;
  const isPlain = location !== undefined && location.method === 0 && !location.isElsewhere && location.base === 0;
  const [extent] = location?.extents ?? [];
  if (
    last === undefined ||
    table === undefined ||
    extentAt === undefined ||
    others.length > 0 ||
    !isPlain ||
    sizes.offset < 4 ||
    sizes.length < 4
  )
    return undefined;
  const from = table.content + extentAt;
  // The last box may contain nothing else.
  const end = last.type === "mdat" && last.content === extent?.offset && last.to === extent.offset + extent.length ? last.from : last.to;
  const bytes = Buffer.concat([uint(end + 8, sizes.offset), uint(packet.length, sizes.length)]);
  return [...changeRanges(end, [{ from, to: from + bytes.length, bytes }]), Buffer.concat([boxHead("mdat", packet.length + 8), packet])];
}

const resized = ({ from, to }: Box, growth: number): ByteChange => ({ from, to: from + 4, bytes: uint(to - from + growth, 4) });

/** Version 2 of `infe`: no protection, no name. */
function writeInfo(id: number): Buffer {
  const content = Buffer.concat([uint(id, 2), uint(0, 2), Buffer.from(`mime\0${xmpType}\0`, "latin1")]);
  return Buffer.concat([boxHead("infe", content.length + 12), Buffer.from([2, 0, 0, 0]), content]);
}

/** One extent of the file. */
function writeLocation({ sizes }: HeifMeta, id: number, at: number, length: number): Buffer {
  const inBase = sizes.offset < 4;
  return Buffer.concat([
    uint(id, sizes.version === 2 ? 4 : 2),
    uint(0, sizes.version === 0 ? 0 : 2),
    uint(0, 2),
    uint(inBase ? at : 0, sizes.base),
    uint(1, 2),
    uint(0, sizes.index),
    uint(inBase ? 0 : at, sizes.offset),
    uint(length, sizes.length),
  ]);
}

/** The packet describes the primary image. */
function writeReference(id: number, primary: number): Buffer {
  return Buffer.concat([boxHead("cdsc", 14), uint(id, 2), uint(1, 2), uint(primary, 2)]);
}

/** The table with one more entry, and with the places of everything behind `meta`. undefined: a place is in `meta`, or its field too short. */
function moveLocations({ meta, items, sizes, locations }: HeifMeta, growth: number): Buffer | undefined {
  const moved = Buffer.from(locations);
  const countBytes = sizes.version === 2 ? 4 : 2;
  const count = moved.readUIntBE(6, countBytes) + 1;
  if (count > 0xffff) return undefined;
  moved.writeUIntBE(count, 6, countBytes);
  for (const { location } of items) {
    if (location === undefined || location.method !== 0 || location.isElsewhere || location.extents.length === 0) continue;
    if (location.extents.every(({ offset }) => offset < meta.from)) continue;
    if (location.extents.some(({ offset }) => offset < meta.to)) return undefined;
    const width = sizes.base >= 4 ? sizes.base : sizes.offset;
    if (width < 4) return undefined;
    for (const at of sizes.base >= 4 ? [location.baseAt] : location.extentsAt) {
      const value = width === 8 ? Number(moved.readBigUInt64BE(at)) : moved.readUIntBE(at, width);
      if (value + growth > largestSize) return undefined;
      moved.set(uint(value + growth, width), at);
    }
  }
  return moved;
}

function moveTable({ content, width }: OffsetTable, from: number, growth: number): Buffer {
  const moved = Buffer.from(content);
  for (let at = 8; at + width <= moved.length; at += width) {
    const value = width === 8 ? Number(moved.readBigUInt64BE(at)) : moved.readUInt32BE(at);
    if (value >= from) moved.set(uint(value + growth, width), at);
  }
  return moved;
}

function boxHead(type: string, size: number): Buffer {
  return Buffer.concat([uint(size, 4), Buffer.from(type, "latin1")]);
}

function uint(value: number, bytes: number): Buffer {
  const written = Buffer.alloc(bytes);
  if (bytes === 8) written.writeBigUInt64BE(BigInt(value));
  else if (bytes > 0) written.writeUIntBE(value, 0, bytes);
  return written;
}
