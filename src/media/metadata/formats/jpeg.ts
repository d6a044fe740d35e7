/** JPEG: Exif and XMP in APP1, Content Credentials in APP11. Source: ITU T.81, B.1.1; XMP Specification Part 3, 1.1.3; C2PA 2.2, A.3.1. */
import type { ByteSource } from "../../files/byteSource.ts";
import { type Container, decodeUtf8, largestStore, type MetadataText, mostTexts } from "../container.ts";
import { readExif } from "./exif.ts";

const xmpStart = "http://ns.adobe.com/xap/1.0/\0";
const mostSegments = 4096;
/** Bytes of a segment after its marker. */
const largestSegment = 65_535;
/** The end of the image is searched for in this many bytes at the end of the file, because some programs append data. */
const tailBytes = 64 * 1024;
const marker = { app0: 0xe0, app1: 0xe1, app2: 0xe2, app11: 0xeb, comment: 0xfe, scan: 0xda, end: 0xd9 } as const;

export async function readJpeg(source: ByteSource): Promise<Container> {
  const texts: MetadataText[] = [];
  const packets: { from: number; to: number; text: string | undefined }[] = [];
  const boxes = new Map<number, { parts: Buffer[]; size: number }>();
  /** Offset after the segments that must come first: those of JFIF and Exif. */
  let room = 2;
  let hasScan = false;
  let countsBytes = false;
  let offset = 2;
  for (let index = 0; index < mostSegments; index += 1) {
    const head = await source.read(offset, 4);
    if (head.length < 4 || head[0] !== 0xff) break;
    const type = head[1] ?? 0;
    if (type === 0xff) {
      offset += 1;
      continue;
    }
    hasScan = type === marker.scan;
    const end = offset + 2 + head.readUInt16BE(2);
    if (hasScan || head.readUInt16BE(2) < 2 || end > source.size) break;
    const content = await source.read(offset + 4, end - offset - 4);
    const isExif = type === marker.app1 && content.toString("latin1", 0, 6) === "Exif\0\0";
    if (room === offset && (type === marker.app0 || isExif)) room = end;
    if (isExif) texts.push(...readExif(content));
    else if (type === marker.app1 && content.toString("latin1", 0, xmpStart.length) === xmpStart)
      packets.push({ from: offset, to: end, text: decodeUtf8(content.subarray(xmpStart.length)) });
    else if (type === marker.app11) addBox(boxes, content);
    else if (type === marker.comment && texts.length < mostTexts)
      texts.push({ keyword: "Comment", text: decodeUtf8(content) ?? content.toString("latin1") });
    // An index of several images in one file contains their offsets, which would change.
    else if (type === marker.app2 && content.toString("latin1", 0, 4) === "MPF\0") countsBytes = true;
    offset = end;
  }
  const isWhole = hasScan && (await hasEnd(source));
  return {
    texts,
    xmp: packets[0]?.text,
    credentials: findStore(boxes),
    withXmp(packet) {
      const length = 2 + xmpStart.length + packet.length;
      const [known, ...others] = packets;
      if (!isWhole || countsBytes || others.length > 0 || length > largestSegment) return undefined;
      if (known !== undefined && known.text === undefined) return undefined;
      const { from, to } = known ?? { from: room, to: room };
      const head = Buffer.from([0xff, marker.app1, length >> 8, length & 0xff]);
      return [{ from: 0, to: from }, Buffer.concat([head, Buffer.from(xmpStart, "latin1"), packet]), { from: to, to: source.size }];
    },
  };
}

async function hasEnd(source: ByteSource): Promise<boolean> {
  const tail = await source.read(Math.max(0, source.size - tailBytes), tailBytes);
  return tail.includes(Buffer.from([0xff, marker.end]));
}

/** A box is split into numbered segments. Each segment after the first repeats the box's header. Source: ISO/IEC 18477-3, B.1.3. */
function addBox(boxes: Map<number, { parts: Buffer[]; size: number }>, content: Buffer): void {
  if (content.length < 16 || content.toString("latin1", 0, 2) !== "JP") return;
  const instance = content.readUInt16BE(2);
  const known = boxes.get(instance);
  const part = content.subarray(known === undefined ? 8 : 16);
  const box = known ?? { parts: [], size: 0 };
  box.size += part.length;
  if (box.size <= largestStore) box.parts.push(part);
  boxes.set(instance, box);
}

function findStore(boxes: ReadonlyMap<number, { parts: Buffer[]; size: number }>): Container["credentials"] {
  for (const { parts, size } of boxes.values()) {
    if (parts[0]?.subarray(0, 64).includes("c2pa") !== true) continue;
    return { store: size <= largestStore ? Buffer.concat(parts) : undefined };
  }
  return undefined;
}
