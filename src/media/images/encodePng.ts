/** Encodes RGB or RGBA pixels as a PNG file. Source: PNG specification, third edition. */
import { pipeline } from "node:stream/promises";
import { crc32, createDeflate, deflateSync } from "node:zlib";

/** Rows of pixels from the top, 3 (RGB) or 4 (RGBA) bytes each. */
export interface Pixels {
  width: number;
  height: number;
  channels: 3 | 4;
  data: Uint8Array;
  /** The ICC profile of its colours. Absent: sRGB. */
  profile?: Uint8Array;
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(Buffer.from(type, "latin1"), 4);
  bytes.set(body, 8);
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(4, bytes.length - 4)));
  return bytes;
}

function header({ width, height, channels }: Omit<Pixels, "data">): Uint8Array {
  const body = new Uint8Array(13);
  const view = new DataView(body.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  body[8] = 8;
  body[9] = channels === 4 ? 6 : 2;
  return body;
}

/** Encodes each row as the difference from the row above (filter 2), which makes gradients small. `before`: that above the first one. */
function filterRows(data: Uint8Array, stride: number, before: Uint8Array | undefined): Uint8Array {
  const height = data.length / stride;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const target = y * (stride + 1);
    const source = y * stride;
    const above = y === 0 ? before : data.subarray(source - stride, source);
    if (above === undefined) {
      rows.set(data.subarray(0, stride), 1);
      continue;
    }
    rows[target] = 2;
    for (let index = 0; index < stride; index += 1) rows[target + 1 + index] = (data[source + index] ?? 0) - (above[index] ?? 0);
  }
  return rows;
}

type Comments = Readonly<Record<string, string>>;

const level = 4;

/** `comments` become `tEXt` chunks: keyword to Latin-1 text. */
export function encodePng(pixels: Pixels, comments: Comments = {}): Uint8Array {
  return join(pixels, comments, [deflateSync(filterRows(pixels.data, pixels.width * pixels.channels, undefined), { level })]);
}

/** Encodes an image whose rows are made while it is encoded. @param parts some whole rows each. */
export async function encodePngRows(size: Omit<Pixels, "data">, parts: Iterable<Uint8Array>, comments: Comments = {}): Promise<Uint8Array> {
  const stride = size.width * size.channels;
  function* filtered() {
    let before: Uint8Array | undefined;
    for (const part of parts) {
      yield filterRows(part, stride, before);
      before = part.slice(part.length - stride);
    }
  }
  const compressed: Uint8Array[] = [];
  await pipeline(filtered, createDeflate({ level }), async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const part of chunks) compressed.push(part);
  });
  return join(size, comments, compressed);
}

/** Source: 11.3.2.3. Behind the profile's name and its end, 0 is the only compression. */
function profileChunks({ profile }: Pick<Pixels, "profile">): Uint8Array[] {
  return profile === undefined ? [] : [chunk("iCCP", Buffer.concat([Buffer.from("ICC profile\0\0"), deflateSync(profile)]))];
}

function join(size: Omit<Pixels, "data">, comments: Comments, compressed: readonly Uint8Array[]): Uint8Array {
  const texts = Object.entries(comments).map(([keyword, text]) => chunk("tEXt", Buffer.from(`${keyword}\0${text}`, "latin1")));
  const image = compressed.map((part) => chunk("IDAT", part));
  return new Uint8Array(
    Buffer.concat([signature, chunk("IHDR", header(size)), ...profileChunks(size), ...texts, ...image, chunk("IEND", new Uint8Array(0))]),
  );
}
