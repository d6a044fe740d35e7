/** A small file of each format, and the part of it that added metadata must not change. */
import { encode } from "jpeg-js";
import { encodeAudio } from "../../../../src/demo/audio/encodeAudio.ts";
import { makeVideo } from "../../../../src/demo/video/makeVideo.ts";
import { encodePng } from "../../../../src/images/encodePng.ts";
import { videoRequest } from "../../demo/requests.ts";

export interface Sample {
  name: string;
  bytes: Uint8Array;
  /** Samples, with everything that is unrelated to our metadata. */
  kept: Uint8Array;
}

const [width, height] = [8, 8];
const pixels = Uint8Array.from({ length: width * height * 4 }, (_, index) => (index * 37) % 256);

const lossyWebp = "UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoEAAQAAgA0JaACdLoB+AADsAD+8Oj3/yC5YXXI1/8gP+QH/ID/+PIAAAA=";
const losslessWebp = "UklGRhwAAABXRUJQVlA4TA8AAAAvA8AAEAcQ/Y/+BSKi/wEA";

/** `comments` become text chunks of the PNG. */
export function makePng(comments: Readonly<Record<string, string>> = {}): Uint8Array {
  return encodePng({ width, height, channels: 4, data: pixels }, comments);
}

export function makeJpeg(): Uint8Array {
  return new Uint8Array(encode({ width, height, data: pixels }, 90).data);
}

export const losslessImage = Buffer.from(losslessWebp, "base64");

export async function makeSamples(): Promise<Sample[]> {
  const png = makePng();
  const jpeg = makeJpeg();
  const sound = Float32Array.from({ length: 4000 }, (_, index) => Math.sin(index / 10) / 2);
  const [wav, mp3, flac, opus] = await Promise.all(
    (["wav", "mp3", "flac", "opus"] as const).map((format) => encodeAudio(sound, format, "demo")),
  );
  const video = (await makeVideo(videoRequest({ duration: 1 }))).bytes;
  const from = (bytes: Uint8Array = new Uint8Array(), start = 0) => ({ bytes, kept: bytes.subarray(start) });
  const open = Buffer.from(wav ?? []);
  open.writeUInt32LE(0xffff_ffff, 4);
  open.writeUInt32LE(0xffff_ffff, open.indexOf("data") + 4);
  return [
    { name: "png", bytes: png, kept: png.subarray(Buffer.from(png).indexOf("IDAT") - 4) },
    // After the file's marker and JFIF's segment.
    { name: "jpeg", ...from(jpeg, 4 + Buffer.from(jpeg).readUInt16BE(4)) },
    { name: "lossy webp", ...from(Buffer.from(lossyWebp, "base64"), 12) },
    { name: "lossless webp", ...from(losslessImage, 12) },
    { name: "wav", ...from(wav, 12) },
    { name: "wav without sizes", ...from(open, open.indexOf("data")) },
    { name: "mp3", ...from(mp3, 10) },
    { name: "flac", ...from(flac, findFrames(Buffer.from(flac ?? []))) },
    { name: "opus", ...from(opus, Buffer.from(opus ?? []).indexOf("OggS", Buffer.from(opus ?? []).indexOf("OpusTags"))) },
    { name: "mp4", ...from(video) },
  ];
}

/** After the blocks of metadata. */
function findFrames(flac: Buffer): number {
  let offset = 4;
  while ((flac.readUInt8(offset) & 0x80) === 0) offset += 4 + flac.readUIntBE(offset + 1, 3);
  return offset + 4 + flac.readUIntBE(offset + 1, 3);
}
