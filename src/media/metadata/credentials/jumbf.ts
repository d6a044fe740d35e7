/** The boxes of a JUMBF store. Source: ISO/IEC 19566-5, A; C2PA 2.2, 11.1. */

export interface SuperBox {
  label: string;
  boxes: readonly SuperBox[];
  /** Content of the boxes that are not superboxes, with their types. */
  contents: readonly { type: string; bytes: Buffer }[];
}

const mostDepth = 16;
const mostBoxes = 4096;
const labelFlag = 2;

/** Without what is no superbox, or a damaged one. */
export function readJumbf(bytes: Uint8Array): SuperBox[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = { left: mostBoxes };
  return splitBoxes(buffer, count).flatMap(({ type, bytes: content }) => (type === "jumb" ? (readSuperBox(content, 0, count) ?? []) : []));
}

function readSuperBox(bytes: Buffer, depth: number, count: { left: number }): SuperBox | undefined {
  const [description, ...parts] = splitBoxes(bytes, count);
  if (description?.type !== "jumd" || description.bytes.length < 17 || depth > mostDepth) return undefined;
  // Skip the type of sixteen bytes and the flags.
  const hasLabel = (description.bytes.readUInt8(16) & labelFlag) !== 0;
  const end = description.bytes.indexOf(0, 17);
  const label = hasLabel && end > 0 ? description.bytes.toString("utf8", 17, end) : "";
  return {
    label,
    boxes: parts.flatMap(({ type, bytes: content }) => (type === "jumb" ? (readSuperBox(content, depth + 1, count) ?? []) : [])),
    contents: parts.filter(({ type }) => type !== "jumb"),
  };
}

function splitBoxes(bytes: Buffer, count: { left: number }): { type: string; bytes: Buffer }[] {
  const boxes: { type: string; bytes: Buffer }[] = [];
  let offset = 0;
  while (offset + 8 <= bytes.length && count.left > 0) {
    count.left -= 1;
    const size = bytes.readUInt32BE(offset);
    const isLarge = size === 1 && offset + 16 <= bytes.length;
    const start = offset + (isLarge ? 16 : 8);
    const end = isLarge ? offset + Number(bytes.readBigUInt64BE(offset + 8)) : size === 0 ? bytes.length : offset + size;
    if (end < start || end > bytes.length) break;
    boxes.push({ type: bytes.toString("latin1", offset + 4, offset + 8), bytes: bytes.subarray(start, end) });
    offset = end;
  }
  return boxes;
}
