/**
 * The duration of files of samples without much around them. Sources: Sonic Foundry, "Wave64"; Apple, "Core Audio Format Specification 1.0";
 * Sun, "audio.h" (AU). Programs that write to a pipe leave sizes of 0 or -1: what the file has counts.
 */
import type { ByteSource } from "./byteSource.ts";

/** More have no real files. */
const mostChunks = 4096;

/** Chunks have a GUID, of which the first four bytes are a name, and a size of 64 bits that counts both. */
export async function findWave64Duration(source: ByteSource): Promise<number | undefined> {
  let bytesPerSecond = 0;
  for (let at = 40, count = 0; at + 24 <= source.size && count < mostChunks; count += 1) {
    const head = await source.read(at, 24 + 16);
    const name = head.toString("latin1", 0, 4);
    const size = Number(head.readBigUInt64LE(16));
    if (name === "fmt ") bytesPerSecond = head.readUInt32LE(24 + 8);
    const rest = source.size - at;
    if (name === "data") return ((size <= 24 || size > rest ? rest : size) - 24) / bytesPerSecond;
    at += Math.max(24, Math.ceil(size / 8) * 8);
  }
  return undefined;
}

/** Bits of a sample by the number of its encoding. */
const auBits: Readonly<Record<number, number>> = { 1: 8, 2: 8, 3: 16, 4: 24, 5: 32, 6: 32, 7: 64, 23: 4, 24: 4, 25: 3, 26: 5, 27: 8 };

export async function findAuDuration(source: ByteSource): Promise<number | undefined> {
  const head = await source.read(0, 24);
  const rest = source.size - head.readUInt32BE(4);
  const bytes = Math.min(rest, head.readUInt32BE(8));
  const bits = auBits[head.readUInt32BE(12)];
  const [rate, channels] = [head.readUInt32BE(16), head.readUInt32BE(20)];
  return bits && (bytes * 8) / (bits * channels * rate);
}

export async function findCafDuration(source: ByteSource): Promise<number | undefined> {
  let format: { rate: number; packetBytes: number; packetFrames: number } | undefined;
  let [dataBytes, frames] = [0, 0];
  for (let at = 8, count = 0; at + 12 <= source.size && count < mostChunks; count += 1) {
    const head = await source.read(at, 12 + 24);
    const name = head.toString("latin1", 0, 4);
    const stated = Number(head.readBigInt64BE(4));
    const size = stated < 0 ? source.size - at - 12 : stated;
    if (name === "desc") format = { rate: head.readDoubleBE(12), packetBytes: head.readUInt32BE(28), packetFrames: head.readUInt32BE(32) };
    // The number of packets, and of the frames of them that are heard.
    if (name === "pakt") frames = Number(head.readBigInt64BE(20));
    // An edit count comes first.
    if (name === "data") dataBytes = Math.min(size, source.size - at - 12) - 4;
    at += 12 + size;
  }
  if (format === undefined) return undefined;
  const { rate, packetBytes, packetFrames } = format;
  return (frames > 0 || packetBytes === 0 ? frames : Math.floor(dataBytes / packetBytes) * packetFrames) / rate;
}
