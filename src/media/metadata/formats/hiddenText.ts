/**
 * Reads the text that NovelAI and programs with the extension "Stealth PNG Info" hide in the pixels of a PNG, for services that remove all
 * metadata. Source: NovelAI, `nai_meta.py`; sd_webui_stealth_pnginfo: the lowest bits, in columns from the left, of the opacity or of red, green
 * and blue: a signature, the number of bits that follow (32 bits), and the text.
 */
import { gunzipSync } from "node:zlib";
import type { ByteSource } from "../../files/byteSource.ts";
import { decodePng, decodeTop } from "../../images/decodePng.ts";
import type { Raster } from "../../images/raster.ts";
import { decodeUtf8, largestText } from "../container.ts";

/** The bytes of a pixel that contain a bit. */
const forms = [
  { signature: "stealth_pngcomp", parts: [3], isCompressed: true },
  { signature: "stealth_pnginfo", parts: [3], isCompressed: false },
  { signature: "stealth_rgbcomp", parts: [0, 1, 2], isCompressed: true },
  { signature: "stealth_rgbinfo", parts: [0, 1, 2], isCompressed: false },
] as const;
const signatureBytes = 15;
/** Rows that contain a signature in the first column. */
const signatureRows = signatureBytes * 8;
/** Bytes of a file that is decoded. */
const largestFile = 64 * 1024 * 1024;
/** Bytes before the pixels, and of the headers between their parts. */
const besidePixels = 64 * 1024;

/** @param header The content of `IHDR`. undefined: there is no such text. */
export async function readHiddenText(source: ByteSource, header: Buffer): Promise<string | undefined> {
  const [width, depth, colourType] = [header.readUInt32BE(0), header[8], header[9]];
  if (depth !== 8 || (colourType !== 2 && colourType !== 6) || source.size > largestFile) return undefined;
  const most = signatureRows * (width * 4 + 1) + besidePixels;
  if (most > largestFile) return undefined;
  const top = await decodeTop(await source.read(0, Math.min(source.size, most)), signatureRows);
  const form = top && forms.find(({ signature, parts }) => readBytes(top, parts, 0, signatureBytes)?.toString("latin1") === signature);
  if (form === undefined) return undefined;
  const raster = decodePng(await source.read(0, source.size));
  const bits = raster && readBytes(raster, form.parts, signatureBytes, 4)?.readUInt32BE(0);
  if (raster === undefined || bits === undefined || bits > largestText * 8) return undefined;
  const content = readBytes(raster, form.parts, signatureBytes + 4, Math.floor(bits / 8));
  const text = content && (form.isCompressed ? inflate(content) : content);
  return text && decodeUtf8(text);
}

/** undefined: the image is too small. */
function readBytes({ width, height, data }: Raster, parts: readonly number[], first: number, count: number): Buffer | undefined {
  if ((first + count) * 8 > width * height * parts.length) return undefined;
  const bytes = Buffer.alloc(count);
  for (let bit = 0; bit < count * 8; bit += 1) {
    const position = first * 8 + bit;
    const pixel = Math.floor(position / parts.length);
    const at = ((pixel % height) * width + Math.floor(pixel / height)) * 4 + (parts[position % parts.length] ?? 0);
    bytes[bit >> 3] = ((bytes[bit >> 3] ?? 0) << 1) | ((data[at] ?? 0) & 1);
  }
  return bytes;
}

function inflate(bytes: Uint8Array): Buffer | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: largestText });
  } catch {
    return undefined;
  }
}
