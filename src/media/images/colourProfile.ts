/**
 * The colour profile in an image file: without it, pixels of a wide gamut, such as those of phones, are shown paler. Sources: PNG (Third Edition),
 * 11.3.2.3; ICC.1:2022, annex B.4 (JPEG); RFC 9649, 2.7.1.4; ISO/IEC 14496-12, 12.1.5.
 */
import { inflateSync } from "node:zlib";
import { boxesIn } from "../files/mp4Boxes.ts";
import { jpegSegments } from "./jpegHeader.ts";
import { findPngChunk } from "./pngChunks.ts";

/** Bytes. */
const largestProfile = 4 * 1024 * 1024;
const shortestProfile = 128;
/** In front of each part in a JPEG. */
const jpegName = "ICC_PROFILE\0";

/** @returns undefined: none, damaged, or of other colours than RGB, as which pixels are decoded here. */
export function readColourProfile(bytes: Uint8Array, format: string): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const profile = readProfile(file, format);
    const isProfile = profile !== undefined && profile.length >= shortestProfile && profile.length <= largestProfile;
    return isProfile && profile.toString("latin1", 16, 20) === "RGB " ? profile : undefined;
  } catch {
    return undefined;
  }
}

function readProfile(file: Buffer, format: string): Buffer | undefined {
  switch (format) {
    case "png":
      return ofPng(file);
    case "jpg":
      return ofJpeg(file);
    case "webp":
      return ofWebp(file);
    case "avif":
      return ofAvif(file);
    default:
      return undefined;
  }
}

function ofPng(file: Buffer): Buffer | undefined {
  const content = findPngChunk(file, "iCCP");
  // Behind the name's end and the number of the compression.
  return content && inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength: largestProfile });
}

function ofJpeg(file: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (const { marker, content } of jpegSegments(file)) {
    // Counted from 1.
    if (marker === 0xe2 && content.toString("latin1", 0, jpegName.length) === jpegName)
      parts[content.readUInt8(jpegName.length)] = content.subarray(jpegName.length + 2);
  }
  return parts.length === 0 ? undefined : Buffer.concat(parts.filter(Boolean));
}

/** @param jpeg of JFIF @param profile shorter than 64 KB, so that it needs one part */
export function insertJpegProfile(jpeg: Buffer, profile: Uint8Array | undefined): Buffer {
  if (profile === undefined) return jpeg;
  const content = Buffer.concat([Buffer.from(jpegName, "latin1"), Uint8Array.of(1, 1), profile]);
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  // Behind the segment of JFIF, which is the first one. Source: JFIF 1.02, "APP0".
  const end = 4 + jpeg.readUInt16BE(4);
  return Buffer.concat([jpeg.subarray(0, end), head, content, jpeg.subarray(end)]);
}

function ofWebp(file: Buffer): Buffer | undefined {
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4);
    if (file.toString("latin1", at, at + 4) === "ICCP") return file.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function ofAvif(file: Buffer): Buffer | undefined {
  const inside = (bytes: Buffer, type: string) => boxesIn(bytes).find((box) => box.type === type)?.content ?? Buffer.alloc(0);
  const properties = inside(inside(inside(file, "meta").subarray(4), "iprp"), "ipco");
  const colours = boxesIn(properties).filter(({ type }) => type === "colr");
  return colours.find(({ content }) => ["prof", "rICC"].includes(content.toString("latin1", 0, 4)))?.content.subarray(4);
}
