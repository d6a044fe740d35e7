/** Encodes RGB or RGBA pixels as a PNG file. Source: PNG specification, third edition. */
import { crc32, deflateSync } from "node:zlib";

/** Rows of pixels from the top, 3 (RGB) or 4 (RGBA) bytes each. */
export interface Pixels {
  width: number;
  height: number;
  channels: 3 | 4;
  data: Uint8Array;
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

function header({ width, height, channels }: Pixels): Uint8Array {
  const body = new Uint8Array(13);
  const view = new DataView(body.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  body[8] = 8;
  body[9] = channels === 4 ? 6 : 2;
  return body;
}

/** Encodes each row as the difference from the row above (filter 2), which makes gradients small. */
function filterRows({ width, height, channels, data }: Pixels): Uint8Array {
  const stride = width * channels;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const target = y * (stride + 1);
    const source = y * stride;
    rows[target] = y === 0 ? 0 : 2;
    if (y === 0) {
      rows.set(data.subarray(0, stride), 1);
      continue;
    }
    for (let index = 0; index < stride; index += 1) {
      rows[target + 1 + index] = (data[source + index] ?? 0) - (data[source - stride + index] ?? 0);
    }
  }
  return rows;
}

/** `comments` become `tEXt` chunks: keyword to Latin-1 text. */
export function encodePng(pixels: Pixels, comments: Readonly<Record<string, string>> = {}): Uint8Array {
  const texts = Object.entries(comments).map(([keyword, text]) => chunk("tEXt", Buffer.from(`${keyword}\0${text}`, "latin1")));
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk("IHDR", header(pixels)),
      ...texts,
      chunk("IDAT", deflateSync(filterRows(pixels), { level: 4 })),
      chunk("IEND", new Uint8Array(0)),
    ]),
  );
}
