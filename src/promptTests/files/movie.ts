/** What the headers of an MP4, M4A or MOV file say. Source: ISO/IEC 14496-12, 8. */
export interface Movie {
  /** Seconds. */
  duration: number | undefined;
  width: number | undefined;
  height: number | undefined;
  /** Bytes of the largest frame of the video. */
  largestFrame: number | undefined;
}

interface Box {
  type: string;
  content: Buffer;
}

/** Boxes of one level; what is cut off is left out. */
function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    const isLong = short === 1 && at + 16 <= bytes.length;
    const header = isLong ? 16 : 8;
    const size = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (size < header) break;
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), content: bytes.subarray(at + header, at + size) });
    at += size;
  }
  return boxes;
}

function findBox(bytes: Buffer, ...path: readonly string[]): Buffer | undefined {
  const [type, ...rest] = path;
  const found = boxesOf(bytes).find((box) => box.type === type)?.content;
  return found === undefined || rest.length === 0 ? found : findBox(found, ...rest);
}

/** undefined: it has no header of a movie. */
export function readMovie(bytes: Buffer): Movie | undefined {
  const movie = findBox(bytes, "moov");
  if (movie === undefined) return undefined;
  const tracks = boxesOf(movie).filter(({ type }) => type === "trak");
  const video = tracks.find(({ content }) => findBox(content, "mdia", "hdlr")?.toString("latin1", 8, 12) === "vide")?.content;
  const header = video && findBox(video, "tkhd");
  const sizes = video && findBox(video, "mdia", "minf", "stbl", "stsz");
  // Width and height are its last two fields, with 16 bits behind the point.
  const isWhole = header !== undefined && header.length >= 84;
  return {
    duration: readDuration(findBox(movie, "mvhd")),
    width: isWhole ? header.readUInt16BE(header.length - 8) : undefined,
    height: isWhole ? header.readUInt16BE(header.length - 4) : undefined,
    largestFrame: sizes && readLargest(sizes),
  };
}

function readDuration(header: Buffer | undefined): number | undefined {
  if (header === undefined || header.length < 32) return undefined;
  const isLong = header.readUInt8(0) === 1;
  const [scale, duration] = isLong
    ? [header.readUInt32BE(20), Number(header.readBigUInt64BE(24))]
    : [header.readUInt32BE(12), header.readUInt32BE(16)];
  return scale === 0 ? undefined : duration / scale;
}

function readLargest(sizes: Buffer): number | undefined {
  if (sizes.length < 12) return undefined;
  const same = sizes.readUInt32BE(4);
  if (same !== 0) return same;
  let largest = 0;
  for (let at = 12; at + 4 <= sizes.length; at += 4) largest = Math.max(largest, sizes.readUInt32BE(at));
  return largest;
}
