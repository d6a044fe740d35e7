/** The items of an AVIF or HEIF file: images, Exif, XMP, and where their bytes are. Source: ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12. */
import type { ByteSource } from "./byteSource.ts";
import { type Box, boxContent, mostBoxes, readBoxes } from "./mp4Boxes.ts";

export interface HeifItem {
  id: number;
  type: string;
  /** Of items of the type `mime`. */
  contentType: string;
  location: ItemLocation | undefined;
}

interface Extent {
  offset: number;
  length: number;
}

interface ItemLocation {
  /** 0: offsets in the file; 1: in the box `idat`. */
  method: number;
  isElsewhere: boolean;
  extents: readonly Extent[];
  base: number;
  /** Where the entry has its base offset and the offsets of its extents, from the start of `iloc`'s content; their sizes are those of the box. */
  baseAt: number;
  extentsAt: readonly number[];
}

interface LocationSizes {
  version: number;
  offset: number;
  length: number;
  base: number;
  index: number;
}

export interface HeifMeta {
  meta: Box;
  /** Of the box `meta`. */
  boxes: readonly Box[];
  primary: number | undefined;
  items: readonly HeifItem[];
  sizes: LocationSizes;
  /** The content of `iloc`. */
  locations: Buffer;
  /** In `iinf`, and how many bytes it has there. */
  infoCount: { value: number; bytes: 2 | 4 };
  /** `iref` has ids of two bytes. */
  hasShortReferences: boolean;
}

const largestBox = 8 * 1024 * 1024;
const mostItems = 65_536;

/** undefined: no items, or damaged. */
export async function readHeifMeta(source: ByteSource): Promise<HeifMeta | undefined> {
  const meta = (await readBoxes(source, 0, source.size, mostBoxes)).boxes.find(({ type }) => type === "meta");
  if (meta === undefined) return undefined;
  // A version comes first.
  const { boxes, isWhole } = await readBoxes(source, meta.content + 4, meta.to, mostBoxes);
  const content = async (type: string) => {
    const box = boxes.find((one) => one.type === type);
    const bytes = box && (await boxContent(source, box, largestBox));
    return bytes && Buffer.from(bytes);
  };
  const [infos, locations, primary, references] = await Promise.all(["iinf", "iloc", "pitm", "iref"].map(content));
  if (!isWhole || infos === undefined || locations === undefined) return undefined;
  try {
    const table = readLocations(locations);
    const infoCount =
      infos.readUInt8(0) === 0
        ? ({ value: infos.readUInt16BE(4), bytes: 2 } as const)
        : ({ value: infos.readUInt32BE(4), bytes: 4 } as const);
    const items = readInfos(infos).map((item) => ({ ...item, location: table.items.get(item.id) }));
    return {
      meta,
      boxes,
      primary: primary && readId(primary, 4, primary[0] !== 0),
      items,
      sizes: table.sizes,
      locations,
      infoCount,
      hasShortReferences: references?.[0] === 0,
    };
  } catch (error) {
    // A box ends within its fields.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The bytes of an item; undefined: too many, in another file, or derived from other items. */
export async function readItem(source: ByteSource, { boxes }: HeifMeta, { location }: HeifItem, most: number): Promise<Buffer | undefined> {
  if (location === undefined || location.isElsewhere || location.method > 1) return undefined;
  const data = boxes.find(({ type }) => type === "idat");
  if (location.method === 1 && data === undefined) return undefined;
  const [start, end] = location.method === 1 ? [data?.content ?? 0, data?.to ?? 0] : [0, source.size];
  if (location.extents.reduce((sum, { length }) => sum + length, 0) > most) return undefined;
  const parts: Buffer[] = [];
  for (const { offset, length } of location.extents) {
    if (start + offset + length > end) return undefined;
    // All bytes, if there is no length.
    parts.push(Buffer.from(await source.read(start + offset, length === 0 ? Math.min(most, end - start - offset) : length)));
  }
  return Buffer.concat(parts);
}

const readId = (bytes: Buffer, at: number, isLong: boolean) => (isLong ? bytes.readUInt32BE(at) : bytes.readUInt16BE(at));

function readInfos(bytes: Buffer): Omit<HeifItem, "location">[] {
  const isLong = bytes.readUInt8(0) > 0;
  const count = Math.min(mostItems, readId(bytes, 4, isLong));
  const items: Omit<HeifItem, "location">[] = [];
  let offset = isLong ? 8 : 6;
  for (let index = 0; index < count && offset + 8 <= bytes.length; index += 1) {
    const size = bytes.readUInt32BE(offset);
    const version = bytes.readUInt8(offset + 8);
    if (size < 20 || offset + size > bytes.length) break;
    // Older versions have no types.
    if (version === 2 || version === 3) {
      const at = offset + 12;
      const id = readId(bytes, at, version === 3);
      const typeAt = at + (version === 3 ? 6 : 4);
      const [, contentType = ""] = bytes.toString("utf8", typeAt + 4, offset + size).split("\0");
      items.push({ id, type: bytes.toString("latin1", typeAt, typeAt + 4), contentType });
    }
    offset += size;
  }
  return items;
}

function readLocations(bytes: Buffer): { items: Map<number, ItemLocation>; sizes: LocationSizes } {
  const version = bytes.readUInt8(0);
  const [first, second] = [bytes.readUInt8(4), bytes.readUInt8(5)];
  const sizes = { version, offset: first >> 4, length: first & 15, base: second >> 4, index: version === 0 ? 0 : second & 15 };
  const isLong = version === 2;
  let at = 6;
  const take = (size: number) => {
    const value = size === 0 ? 0 : size === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, size);
    at += size;
    return value;
  };
  const count = Math.min(mostItems, take(isLong ? 4 : 2));
  const items = new Map<number, ItemLocation>();
  for (let entry = 0; entry < count; entry += 1) {
    const id = take(isLong ? 4 : 2);
    const method = version === 0 ? 0 : take(2) & 15;
    const isElsewhere = take(2) !== 0;
    const baseAt = at;
    const base = take(sizes.base);
    const extents: Extent[] = [];
    const extentsAt: number[] = [];
    for (let left = Math.min(mostItems, take(2)); left > 0; left -= 1) {
      take(sizes.index);
      extentsAt.push(at);
      extents.push({ offset: base + take(sizes.offset), length: take(sizes.length) });
    }
    items.set(id, { method, isElsewhere, extents, base, baseAt, extentsAt });
  }
  return { items, sizes };
}
