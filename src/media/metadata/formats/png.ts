/** PNG: texts in `tEXt`, `zTXt` and `iTXt`, Exif in `eXIf`, Content Credentials in `caBX`. Source: PNG (Third Edition), 11.3.3; C2PA 2.2, A.3.2. */
import { crc32, inflateSync } from "node:zlib";
import type { ByteSource } from "../../files/byteSource.ts";
import { type Container, decodeUtf8, largestStore, largestText, type MetadataText, mostParts, mostTexts } from "../container.ts";
import { readExif } from "./exif.ts";
import { readHiddenText } from "./hiddenText.ts";

const xmpKeyword = "XML:com.adobe.xmp";
const signatureBytes = 8;
/** The pixels, or what an animation has in front of them: ffmpeg reads no animation with another chunk in between. */
const startsPixels: ReadonlySet<string> = new Set(["acTL", "fcTL", "IDAT"]);

interface Range {
  from: number;
  to: number;
}

export async function readPng(source: ByteSource): Promise<Container> {
  const texts: MetadataText[] = [];
  const packets: { range: Range; text: string }[] = [];
  let credentials: Container["credentials"];
  let profileXmp: string | undefined;
  let firstData: number | undefined;
  let isWhole = false;
  let offset = signatureBytes;
  for (let part = 0; part < mostParts; part += 1) {
    const head = await source.read(offset, 8);
    if (head.length < 8) break;
    const length = head.readUInt32BE(0);
    const type = head.toString("latin1", 4, 8);
    const end = offset + 12 + length;
    if (!/^[A-Za-z]{4}$/.test(type) || end > source.size) break;
    const content = (most: number) => (length <= most ? source.read(offset + 8, length) : undefined);
    if (type === "IEND") {
      isWhole = true;
      break;
    } else if (startsPixels.has(type)) firstData ??= offset;
    else if (type === "caBX") credentials = { store: await copyOf(content(largestStore)) };
    else if (type === "eXIf") texts.push(...readExif((await content(largestText)) ?? Buffer.alloc(0)));
    else if (texts.length < mostTexts && (type === "tEXt" || type === "zTXt" || type === "iTXt")) {
      const bytes = await content(largestText);
      const read = bytes && readText(type, bytes);
      const profile = read && readProfile(read);
      if (read?.keyword === xmpKeyword) packets.push({ range: { from: offset, to: end }, text: read.text });
      else if (profile?.type === "xmp") profileXmp ??= decodeUtf8(profile.bytes);
      else if (profile !== undefined) texts.push(...readExif(profile.bytes));
      else if (read !== undefined) texts.push(read);
    }
    offset = end;
  }
  // A program that hides a text also writes it as text, unless that was removed.
  const header = texts.length === 0 && packets.length === 0 ? await source.read(signatureBytes + 8, 13) : Buffer.alloc(0);
  const hidden = header.length === 13 ? await readHiddenText(source, header) : undefined;
  if (hidden !== undefined) texts.push({ keyword: "Comment", text: hidden });
  return {
    texts,
    xmp: packets[0]?.text ?? profileXmp,
    credentials,
    withXmp(packet) {
      if (!isWhole || firstData === undefined || packets.length > 1) return undefined;
      const { from, to } = packets[0]?.range ?? { from: firstData, to: firstData };
      // Some readers ignore metadata after the pixels.
      return [{ from: 0, to: from }, writeXmpChunk(packet), { from: to, to: source.size }];
    },
  };
}

async function copyOf(bytes: Promise<Buffer> | undefined): Promise<Uint8Array | undefined> {
  return bytes === undefined ? undefined : Buffer.from(await bytes);
}

function readText(type: "tEXt" | "zTXt" | "iTXt", bytes: Buffer): MetadataText | undefined {
  const keywordEnd = bytes.subarray(0, 80).indexOf(0);
  if (keywordEnd < 1) return undefined;
  const keyword = bytes.toString("latin1", 0, keywordEnd);
  const rest = bytes.subarray(keywordEnd + 1);
  switch (type) {
    case "tEXt":
      // Latin-1 according to the standard, but many programs write UTF-8.
      return { keyword, text: decodeUtf8(rest) ?? rest.toString("latin1") };
    case "zTXt": {
      const inflated = inflate(rest.subarray(1));
      return inflated && { keyword, text: decodeUtf8(inflated) ?? inflated.toString("latin1") };
    }
    case "iTXt": {
      const languageEnd = rest.indexOf(0, 2);
      const translatedEnd = languageEnd < 0 ? -1 : rest.indexOf(0, languageEnd + 1);
      if (translatedEnd < 0) return undefined;
      const raw = rest.subarray(translatedEnd + 1);
      const text = rest[0] === 1 ? inflate(raw) : raw;
      // UTF-8 according to the standard, but some programs write Latin-1.
      return text && { keyword, text: decodeUtf8(text) ?? text.toString("latin1") };
    }
  }
}

/**
 * Metadata that ImageMagick and exiv2 move into a text, in hexadecimal behind its name and length. undefined: another text. Source:
 * ImageMagick, coders/png.c.
 */
function readProfile({ keyword, text }: MetadataText): { type: "xmp" | "exif"; bytes: Buffer } | undefined {
  if (!/^Raw profile type (?:xmp|exif|APP1)$/i.test(keyword)) return undefined;
  const [, , hexadecimal = ""] = /^\s*(\S+)\s+\d+\s([\s\da-f]*)$/i.exec(text) ?? [];
  const bytes = Buffer.from(hexadecimal.replace(/\s/g, ""), "hex");
  const xmpHead = "http://ns.adobe.com/xap/1.0/\0";
  if (bytes.toString("latin1", 0, xmpHead.length) === xmpHead) return { type: "xmp", bytes: bytes.subarray(xmpHead.length) };
  return { type: /xmp$/i.test(keyword) ? "xmp" : "exif", bytes };
}

function inflate(bytes: Uint8Array): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: largestText });
  } catch {
    return undefined;
  }
}

function writeXmpChunk(packet: Uint8Array): Buffer {
  // No compression, no language, no translated keyword.
  const content = Buffer.concat([Buffer.from(`iTXt${xmpKeyword}\0\0\0\0\0`, "latin1"), packet]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4, 0);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), chunk.length - 4);
  return chunk;
}
