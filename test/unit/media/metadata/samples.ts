/** A small file of each format, and the part of it that added metadata must not change. */
import { encode } from "jpeg-js";
import { makeVideo } from "../../../../src/demo/video/makeVideo.ts";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import { encodeAudio } from "../../../../src/media/sounds/encodeAudio.ts";
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
/** Of cjxl 0.7: a codestream alone, and in boxes. */
const jxl = "/wpB8JNQubeKIAASiAIALAFd5RIAABUqo4wbvJzr+fJDh8W0jesMbbVtYUmiyDg2SSdwSBIrwMYNYIaBDGYOj9ExVaJKEgmJvJ1faoCIbBv9ACcAOnEBuswB7wU=";
const boxedJxl =
  "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAABkanhsY/8KQfCTULm3iiAAEogCACwBXeUSAAAVKqOMG7yc6/nyQ4fFtI3rDG21bWFJosg4NkkncEgSK8DGDWCGgQxmDo/RMVWiShIJibydX2qAiGwb/QAnADpxAbrMAe8F";
/** Of avifenc 0.11: an image of 8 × 8. */
const avif =
  "AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAPJtZXRhAAAAAAAAAChoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAbGliYXZpZgAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAEWAAAAKgAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAACAAAAAgAAAAQcGl4aQAAAAADDAwMAAAADGF2MUOBQGAAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAMm1kYXQSAAoIWAi/Y0BDQaIyHBZACSSSRABOKNugxD5iqy9CnWoFR+cJfvJrFfg=";
/** Of ffmpeg 5.1. */
const gif =
  "R0lGODlhCAAIAPcfAAAAACQAAEgAAGwAAJAAALQAANgAAPwAAAAkACQkAEgkAGwkAJAkALQkANgkAPwkAABIACRIAEhIAGxIAJBIALRIANhIAPxIAABsACRsAEhsAGxsAJBsALRsANhsAPxsAACQACSQAEiQAGyQAJCQALSQANiQAPyQAAC0ACS0AEi0AGy0AJC0ALS0ANi0APy0AADYACTYAEjYAGzYAJDYALTYANjYAPzYAAD8ACT8AEj8AGz8AJD8ALT8ANj8APz8AAAAVSQAVUgAVWwAVZAAVbQAVdgAVfwAVQAkVSQkVUgkVWwkVZAkVbQkVdgkVfwkVQBIVSRIVUhIVWxIVZBIVbRIVdhIVfxIVQBsVSRsVUhsVWxsVZBsVbRsVdhsVfxsVQCQVSSQVUiQVWyQVZCQVbSQVdiQVfyQVQC0VSS0VUi0VWy0VZC0VbS0Vdi0Vfy0VQDYVSTYVUjYVWzYVZDYVbTYVdjYVfzYVQD8VST8VUj8VWz8VZD8VbT8Vdj8Vfz8VQAAqiQAqkgAqmwAqpAAqrQAqtgAqvwAqgAkqiQkqkgkqmwkqpAkqrQkqtgkqvwkqgBIqiRIqkhIqmxIqpBIqrRIqthIqvxIqgBsqiRsqkhsqmxsqpBsqrRsqthsqvxsqgCQqiSQqkiQqmyQqpCQqrSQqtiQqvyQqgC0qiS0qki0qmy0qpC0qrS0qti0qvy0qgDYqiTYqkjYqmzYqpDYqrTYqtjYqvzYqgD8qiT8qkj8qmz8qpD8qrT8qtj8qvz8qgAA/yQA/0gA/2wA/5AA/7QA/9gA//wA/wAk/yQk/0gk/2wk/5Ak/7Qk/9gk//wk/wBI/yRI/0hI/2xI/5BI/7RI/9hI//xI/wBs/yRs/0hs/2xs/5Bs/7Rs/9hs//xs/wCQ/ySQ/0iQ/2yQ/5CQ/7SQ/9iQ//yQ/wC0/yS0/0i0/2y0/5C0/7S0/9i0//y0/wDY/yTY/0jY/2zY/5DY/7TY/9jY//zY/wD8/yT8/0j8/2z8/5D8/7T8/9j8//z8/yH/C05FVFNDQVBFMi4wAwEAAAAh+QQEAAAfACwAAAAACAAIAAAIMAAPCBwo0IDBAwYNFlnIcCERQg8jEhpEcQjFQUMEaRSmUZCwYMEChQQZCJjJkyYDAgA7";
const losslessWebp = "UklGRhwAAABXRUJQVlA4TA8AAAAvA8AAEAcQ/Y/+BSKi/wEA";

/** Of ffmpeg 5.1: with tables of places, and live. */
const webm =
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAHWEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHGTbuMU6uEElTDZ1OsggEMTbuMU6uEHFO7a1OsggHA7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBNgIRMYXZmV0GETGF2ZkSJiEB5AAAAAAAAFlSua8GuAQAAAAAAADjXgQFzxYgAAAAAAAAAAZyBACK1nIN1bmSIgQCGhVZfVlA4g4EBI+ODhAvrwgDgibCBELqBEJqBAhJUw2fRc3POY8CLY8WIAAAAAAAAAAFnyJhFo4dFTkNPREVSRIeLTGF2YyBsaWJ2cHhnyKJFo4hEVVJBVElPTkSHlDAwOjAwOjAwLjQwMDAwMDAwMAAAH0O2ddnngQCjvYEAAIDwAgCdASoQABAAAEcIhYWIhYSIAgICdaoD+AP6Ag1NGAD+/W7z/+OZNzDE/45t//FhPA4oyP/xUQCjlYEAyACxAQAFEKwAGAAYWC/0AAgAABxTu2uRu4+zgQC3iveBAfGCAWLwgQM=";
const liveWebm =
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwH/////////EU2bdKtNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIG7TbuMU6uEElTDZ1OsggEB7AEAAAAAAABoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmlSrXsYMPQkBNgIRMYXZmV0GETGF2ZhZUrmvBrgEAAAAAAAA414EBc8WIAAAAAAAAAAGcgQAitZyDdW5kiIEAhoVWX1ZQOIOBASPjg4QL68IA4ImwgRC6gRCagQISVMNnrHNzqWPAi2PFiAAAAAAAAAABZ8iYRaOHRU5DT0RFUkSHi0xhdmMgbGlidnB4H0O2ddnngQCjvYEAAIDwAgCdASoQABAAAEcIhYWIhYSIAgICdaoD+AP6Ag1NGAD+/W7z/+OZNzDE/45t//FhPA4oyP/xUQCjlYEAyACxAQAFEKwAGAAYWC/0AAgAAA==";

/** `comments` become text chunks of the PNG. */
export function makePng(comments: Readonly<Record<string, string>> = {}): Uint8Array {
  return encodePng({ width, height, channels: 4, data: pixels }, comments);
}

export function makeJpeg(): Uint8Array {
  return new Uint8Array(encode({ width, height, data: pixels }, 90).data);
}

/** Two frames of the image, with an index. Source: Microsoft, "AVI RIFF File Reference". */
function makeAvi(): Uint8Array {
  const chunk = (type: string, ...content: readonly Uint8Array[]) => {
    const body = Buffer.concat(content);
    return Buffer.concat([Buffer.from(type), numbers([body.length]), body, Buffer.alloc(body.length % 2)]);
  };
  const numbers = (values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const list = (type: string, ...content: readonly Uint8Array[]) => chunk("LIST", Buffer.from(type), ...content);
  const jpeg = makeJpeg();
  const frame = chunk("00dc", jpeg);
  const main = chunk("avih", numbers([500_000, 0, 0, 0x10, 2, 0, 1, 0, width, height, 0, 0, 0, 0]));
  const header = chunk("strh", Buffer.from("vidsMJPG"), numbers([0, 0, 0, 1, 2, 0, 2, 0, 0xffff_ffff, 0, 0, 0]));
  const format = chunk("strf", numbers([40, width, height, 0x18_0001]), Buffer.from("MJPG"), numbers([192, 0, 0, 0, 0]));
  const index = [4, 4 + frame.length].map((at) => Buffer.concat([Buffer.from("00dc"), numbers([0x10, at, jpeg.length])]));
  const parts = [list("hdrl", main, list("strl", header, format)), list("movi", frame, frame), chunk("idx1", ...index)];
  return chunk("RIFF", Buffer.from("AVI "), ...parts);
}

/** Eight by eight pixels of RGB. Source: TIFF 6.0, section 6. */
export function makeTiff(): Uint8Array {
  const entries = [
    [256, 3, 1, width],
    [257, 3, 1, height],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, 8],
    [277, 3, 1, 1],
    [278, 3, 1, height],
    [279, 4, 1, width * height],
  ];
  const bytes = Buffer.alloc(8 + width * height + 2 + entries.length * 12 + 4, 0);
  const directory = 8 + width * height;
  bytes.write("II*\0", 0, "latin1");
  bytes.writeUInt32LE(directory, 4);
  bytes.set(pixels.subarray(0, width * height), 8);
  bytes.writeUInt16LE(entries.length, directory);
  for (const [index, [tag = 0, type = 0, count = 0, value = 0]] of entries.entries()) {
    const at = directory + 2 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  return bytes;
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
  return [
    { name: "png", bytes: png, kept: png.subarray(Buffer.from(png).indexOf("IDAT") - 4) },
    // After the file's marker and JFIF's segment.
    { name: "jpeg", ...from(jpeg, 4 + Buffer.from(jpeg).readUInt16BE(4)) },
    { name: "lossy webp", ...from(Buffer.from(lossyWebp, "base64"), 12) },
    { name: "lossless webp", ...from(losslessImage, 12) },
    { name: "bare jxl", ...from(Buffer.from(jxl, "base64")) },
    { name: "boxed jxl", ...from(Buffer.from(boxedJxl, "base64")) },
    { name: "avif", ...from(Buffer.from(avif, "base64"), Buffer.from(avif, "base64").indexOf("mdat")) },
    { name: "gif", ...from(Buffer.from(gif, "base64").subarray(0, -1)), bytes: Buffer.from(gif, "base64") },
    { name: "avi", ...from(makeAvi(), 8) },
    { name: "wav", ...from(wav, Buffer.from(wav ?? []).indexOf("data") + 8) },
    { name: "mp3", ...from(mp3, 10) },
    { name: "flac", ...from(flac, findFrames(Buffer.from(flac ?? []))) },
    { name: "opus", ...from(opus, Buffer.from(opus ?? []).indexOf("OggS", Buffer.from(opus ?? []).indexOf("OpusTags"))) },
    { name: "mp4", ...from(video) },
    { name: "webm", ...clusterOf(webm) },
    { name: "live webm", ...clusterOf(liveWebm) },
  ];
}

function clusterOf(base64: string): Omit<Sample, "name"> {
  const bytes = Buffer.from(base64, "base64");
  const [start, end] = ["1f43b675", "1c53bb6b"].map((id) => bytes.indexOf(id, "hex"));
  return { bytes, kept: bytes.subarray(start, end === -1 ? undefined : end) };
}

/** After the blocks of metadata. */
function findFrames(flac: Buffer): number {
  let offset = 4;
  while ((flac.readUInt8(offset) & 0x80) === 0) offset += 4 + flac.readUIntBE(offset + 1, 3);
  return offset + 4 + flac.readUIntBE(offset + 1, 3);
}

/** A chunk after the header of a PNG; its checksum is not checked. */
export function withChunk(png: Uint8Array, type: string, content: Uint8Array): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([png.subarray(0, 33), head, content, Buffer.alloc(4), png.subarray(33)]);
}

export function withExif(jpeg: Uint8Array, exif: Uint8Array): Uint8Array {
  const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif]);
  const length = content.length + 2;
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]), content, jpeg.subarray(2)]);
}

export function withWebpChunk(type: string, content: Uint8Array): Uint8Array {
  const head = Buffer.alloc(8);
  head.write(type, 0, "latin1");
  head.writeUInt32LE(content.length, 4);
  const file = Buffer.concat([losslessImage, head, content, Buffer.alloc(content.length % 2)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** With a text and another entry in the first directory, and the user's comment in the second. */
export function makeExif(
  comment: Buffer = Buffer.alloc(8),
  make = "x",
  [tag, type, content]: readonly [tag: number, type: number, content: Buffer] = [0x0131, 2, Buffer.from("y\0")],
): Buffer {
  const text = Buffer.from(`${make}\0`);
  const head = Buffer.alloc(8 + 2 + 36 + 4 + 2 + 12 + 4);
  const other = content.length <= 4 ? Buffer.alloc(0) : content;
  head.write("II*\0", 0, "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(3, 8);
  writeEntry(head, 10, 0x010f, 2, text.length, text.length <= 4 ? text.readUIntLE(0, text.length) : head.length);
  writeEntry(head, 22, tag, type, content.length, content.length <= 4 ? content.readUIntLE(0, content.length) : head.length + text.length);
  writeEntry(head, 34, 0x8769, 4, 1, 50);
  head.writeUInt16LE(1, 50);
  writeEntry(
    head,
    52,
    0x9286,
    7,
    comment.length,
    comment.length <= 4 ? comment.readUIntLE(0, comment.length) : head.length + text.length + other.length,
  );
  return Buffer.concat([head, text, other, comment]);
}

function writeEntry(target: Buffer, at: number, tag: number, type: number, count: number, value: number): void {
  target.writeUInt16LE(tag, at);
  target.writeUInt16LE(type, at + 2);
  target.writeUInt32LE(count, at + 4);
  target.writeUInt32LE(value, at + 8);
}
