/** The files of `fault-huge`, with the size in the prompt, generated while they are read. */
import { formatNamed } from "../../contract/fileFormats.ts";
import { kindTable } from "../../contract/kind.ts";
import { type GenerationRequest, lastUserText } from "../../providers/request.ts";
import type { NewFile } from "../store/storedTask.ts";

const largestHugeFile = 4 * 1024 ** 3;
const defaultSize = 64 * 1024 ** 2;
const units: Record<string, number> = {
  "": 1,
  b: 1,
  k: 1024,
  kib: 1024,
  m: 1024 ** 2,
  mib: 1024 ** 2,
  g: 1024 ** 3,
  gib: 1024 ** 3,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
};

/** Bytes: the first number of the prompt with its unit (`600 MiB`, `4GiB`, `123456`), at most 4 GiB; without a number 64 MiB. @internal */
export function readHugeSize(prompt: string): number {
  const match = /(\d+(?:\.\d+)?)\s*([kmg]i?b?|b)?(?![a-z])/i.exec(prompt);
  if (!match) return defaultSize;
  const size = Math.floor(Number(match[1]) * (units[(match[2] ?? "").toLowerCase()] ?? 1));
  return Math.min(size, largestHugeFile);
}

const formats = {
  text: { format: "bin", mediaType: "application/octet-stream" },
  image: formatNamed("png"),
  audio: formatNamed("wav"),
  video: formatNamed("mp4"),
};

/** The file has no stored bytes: `fillerSlices` generates them. */
export function hugeFile(request: GenerationRequest, token: string): NewFile {
  const { format: name, mediaType } = formats[kindTable[request.kind].shownAs];
  return {
    token,
    name: `demo-huge.${name}`,
    mediaType,
    format: name,
    size: readHugeSize(lastUserText(request)),
    isFiller: true,
    location: undefined,
    bytes: undefined,
  };
}

/** The first bytes, by which the file's type is recognised. The WAV file is valid and plays as a buzz; the others have only a header. */
export function hugeFileHead(format: string, size: number): Buffer {
  switch (format) {
    case "png":
      return Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55", "hex");
    case "wav":
      return waveHead(size);
    case "mp4":
      return boxHead(size);
    default:
      return Buffer.alloc(0);
  }
}

/** RIFF WAVE: one channel of 8 bits at 8000 Hz. Its sizes are limited to 32 bits. */
function waveHead(size: number): Buffer {
  const head = Buffer.alloc(44);
  const within32Bits = (value: number) => Math.max(0, Math.min(value, 0xffffffff));
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(within32Bits(size - 8), 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(within32Bits(size - head.byteLength), 40);
  return head;
}

/** ISO base media file: the file type, and one `free` box with a 64-bit size for the rest. */
function boxHead(size: number): Buffer {
  const head = Buffer.alloc(40);
  head.writeUInt32BE(24, 0);
  head.write("ftypisom", 4, "latin1");
  head.writeUInt32BE(512, 12);
  head.write("isommp41", 16, "latin1");
  head.writeUInt32BE(1, 24);
  head.write("free", 28, "latin1");
  head.writeBigUInt64BE(BigInt(Math.max(size - 24, 16)), 32);
  return head;
}
