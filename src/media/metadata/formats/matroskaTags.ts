/** Writes the element `Tags` of a WebM or Matroska file. Its clusters do not change, and what refers to their locations stays right. Source: RFC 9559, 5.1 and 6.3. */
import { crc32 } from "node:zlib";
import { bytesOfSize, type Element, writeElement, writeHead, writeUnsigned, writeVoid } from "../../files/ebml.ts";
import { type LocationTable, type Segment, segmentIds } from "../../files/matroskaSegment.ts";
import { type ByteChange, changeRanges, type Piece } from "../../files/pieces.ts";

/**
 * In the place of these tags; otherwise at the end, if the seek head has space to refer to them there, or before the first cluster, where
 * readers look for them. undefined: the file cannot be changed so that it stays right.
 * @param size Bytes of the file.
 */
export function writeTags(size: number, segment: Segment, tags: Buffer, replaced: Element | undefined): Piece[] | undefined {
  const { head, cluster, isWhole } = segment;
  if (replaced !== undefined) return insert(size, segment, tags, replaced);
  const entry = isWhole ? addEntry(segment, head.to - head.content) : undefined;
  if (entry !== undefined) return changeRanges(size, [resize(head, tags.length), entry, { from: head.to, to: head.to, bytes: tags }]);
  const before = cluster && insert(size, segment, tags, { from: cluster.from, to: cluster.from });
  if (before !== undefined || !isWhole) return before;
  return insert(size, segment, tags, { from: head.to, to: head.to });
}

/** Everything behind the range moves. */
function insert(size: number, segment: Segment, tags: Buffer, { from, to }: Pick<Element, "from" | "to">): Piece[] | undefined {
  const { head, tables, isFixed } = segment;
  const growth = tags.length - (to - from);
  if (isFixed && growth !== 0 && to < head.to) return undefined;
  const moved: ByteChange[] = [];
  for (const table of tables) {
    const bytes = moveLocations(table, to - head.content, growth);
    if (bytes === undefined) return undefined;
    moved.push({ from: table.element.content, to: table.element.to, bytes });
  }
  return changeRanges(size, [resize(head, growth), ...moved, { from, to, bytes: tags }]);
}

/** The seek head with one more entry, and less space behind it. undefined: not enough of it. */
function addEntry({ tables, space }: Segment, location: number): ByteChange | undefined {
  const table = tables.find(({ element }) => element.to === space?.from);
  if (table === undefined || space === undefined) return undefined;
  const entry = writeElement(
    segmentIds.seek,
    Buffer.concat([
      writeElement(segmentIds.seekId, writeUnsigned(segmentIds.tags)),
      writeElement(segmentIds.seekPosition, writeUnsigned(location)),
    ]),
  );
  const written = writeElement(segmentIds.seekHead, withChecksum(Buffer.concat([table.content, entry])));
  const left = space.to - table.element.from - written.length;
  if (left < 0 || left === 1) return undefined;
  return { from: table.element.from, to: space.to, bytes: left === 0 ? written : Buffer.concat([written, writeVoid(left)]) };
}

/** undefined: a place needs more bytes than it has. */
function moveLocations({ content, locations }: LocationTable, from: number, growth: number): Buffer | undefined {
  const moved = Buffer.from(content);
  for (const { at, bytes, value } of locations) {
    if (value < from) continue;
    const written = writeUnsigned(value + growth);
    if (written.length > bytes) return undefined;
    moved.fill(0, at, at + bytes).set(written, at + bytes - written.length);
  }
  return withChecksum(moved);
}

/** The first element may be a checksum of the others. */
function withChecksum(content: Buffer): Buffer {
  if (content[0] === segmentIds.checksum && content[1] === 0x84) content.writeUInt32LE(crc32(content.subarray(6)), 2);
  return content;
}

function resize({ id, from, content, to, isOpen }: Element, growth: number): ByteChange {
  const size = to - content + growth;
  const own = writeHead(id, 0).length - 1;
  const bytes = isOpen ? Buffer.alloc(0) : writeHead(id, size, Math.max(content - from - own, bytesOfSize(size)));
  return { from, to: isOpen ? from : content, bytes };
}
