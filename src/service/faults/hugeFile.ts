/** A request to `fault-huge` in; a file of the size that its prompt names, made while it is read, out. */
import type { GenerationRequest } from "../generators/generator.ts";
import type { NewFile } from "../store/storedTask.ts";
import { promptOf } from "../work/promptOf.ts";

export const largestHugeFile = 4 * 1024 ** 3;
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

/** Bytes: the first number of the prompt with its unit (`600 MiB`, `4GiB`, `123456`), at most 4 GiB; without a number 64 MiB. */
export function readHugeSize(prompt: string): number {
  const match = /(\d+(?:\.\d+)?)\s*([kmg]i?b?|b)?(?![a-z])/i.exec(prompt);
  if (!match) return defaultSize;
  const size = Math.floor(Number(match[1]) * (units[(match[2] ?? "").toLowerCase()] ?? 1));
  return Math.min(size, largestHugeFile);
}

const formats = {
  text: { format: "bin", mediaType: "application/octet-stream" },
  image: { format: "png", mediaType: "image/png" },
  audio: { format: "wav", mediaType: "audio/wav" },
  video: { format: "mp4", mediaType: "video/mp4" },
} as const;

/** The file has no bytes of its own: `fillerChunks` makes them. */
export function hugeFile(request: GenerationRequest, token: string): NewFile {
  const { format, mediaType } = formats[request.kind];
  return { token, name: `demo-huge.${format}`, mediaType, format, size: readHugeSize(promptOf(request)), bytes: undefined };
}
