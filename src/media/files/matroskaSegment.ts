/** The parts of a WebM or Matroska file, and where others refer to their locations. Source: RFC 9559, 5.1. */
import type { ByteSource } from "./byteSource.ts";
import { type Element, readElements, readUnsigned } from "./ebml.ts";

export const segmentIds = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTrackPositions: 0xb7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  clusterPosition: 0xa7,
  tags: 0x1254c367,
  checksum: 0xbf,
  void: 0xec,
} as const;

/** A table of locations: the seek head, or the cues. */
export interface LocationTable {
  element: Element;
  content: Buffer;
  /** Of elements, from the start of the segment's content. `at`: in this table's content. */
  locations: readonly { at: number; bytes: number; value: number }[];
}

export interface Segment {
  head: Element;
  tables: readonly LocationTable[];
  /** Directly behind the seek head. */
  space: Element | undefined;
  tags: readonly Element[];
  /** The first one. */
  cluster: Element | undefined;
  /** Clusters state their own locations, or the segment its checksum: nothing in it can be moved. */
  isFixed: boolean;
  /** Its elements fill it exactly. */
  isWhole: boolean;
}

const { seek, cuePoint, cueTrackPositions, seekPosition, cueClusterPosition } = segmentIds;
const largestTable = 16 * 1024 * 1024;

/** undefined: there is none, or several, or one has too large a table. */
export async function readSegment(source: ByteSource): Promise<Segment | undefined> {
  let head: Element | undefined;
  let last: Element | undefined;
  let isCut = false;
  const found: Pick<Segment, "space" | "cluster" | "isFixed"> = { space: undefined, cluster: undefined, isFixed: false };
  const [tags, tables]: [Element[], LocationTable[]] = [[], []];
  for await (const element of readElements(source, 0, source.size, [segmentIds.segment])) {
    if (element.id === segmentIds.segment) {
      if (head !== undefined) return undefined;
      head = element;
    }
    if (head === undefined || element === head || element.from >= head.to) continue;
    isCut ||= element.isCut || element.to > head.to;
    if (element.id === segmentIds.tags) tags.push(element);
    else if (element.id === segmentIds.seekHead || element.id === segmentIds.cues) {
      if (element.to - element.content > largestTable) return undefined;
      tables.push(await readTable(source, element));
    } else if (element.id === segmentIds.void && last?.id === segmentIds.seekHead) found.space ??= element;
    else if (element.id === segmentIds.checksum && last === undefined) found.isFixed = true;
    else if (element.id === segmentIds.cluster && found.cluster === undefined) {
      found.cluster = element;
      found.isFixed ||= await statesLocation(source, element);
    }
    last = element;
  }
  if (head === undefined || head.isCut) return undefined;
  const end = last === undefined ? head.content : last.isOpen ? last.content : last.to;
  return { head, tables, tags, ...found, isWhole: !isCut && end === head.to };
}

async function readTable(source: ByteSource, element: Element): Promise<LocationTable> {
  const locations: { at: number; bytes: number; value: number }[] = [];
  for await (const child of readElements(source, element.content, element.to, [seek, cuePoint, cueTrackPositions]))
    if (child.id === seekPosition || child.id === cueClusterPosition)
      locations.push({ at: child.content - element.content, bytes: child.to - child.content, value: await readUnsigned(source, child) });
  return { element, content: Buffer.from(await source.read(element.content, element.to - element.content)), locations };
}

/** It does so before its blocks. */
async function statesLocation(source: ByteSource, cluster: Element): Promise<boolean> {
  let left = 4;
  for await (const { id } of readElements(source, cluster.content, cluster.to)) {
    if (id === segmentIds.clusterPosition) return true;
    left -= 1;
    if (left === 0) break;
  }
  return false;
}
