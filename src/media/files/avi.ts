/** The duration of AVI files. Source: Microsoft, "AVI RIFF File Reference"; Matrox, "OpenDML AVI File Format Extensions 1.02". */
import type { ByteSource } from "./byteSource.ts";
import { chunkEnd, type RiffChunk, readRiffChunk } from "./riff.ts";

interface Stream {
  isVideo: boolean;
  /** Images, or blocks of sound, per second. */
  rate: number;
  /** Images, or blocks of sound. */
  length: number;
  /** Bytes of a block of sound. */
  blockBytes: number;
}

/** Images in a file from a pipe have to be counted, which more would make slow. */
const mostChunks = 1_000_000;

/** The longest stream. Behind the first gigabyte come further lists of images. */
export async function findAviDuration(source: ByteSource): Promise<number | undefined> {
  const streams: Stream[] = [];
  const found: number[] = [];
  // A file that was not finished has sizes of 0 or -1.
  const stated = (await source.read(4, 4)).readUInt32LE(0);
  const isFinished = stated > 0 && stated + 8 <= source.size;
  for await (const chunk of readChunks(source)) {
    const body = () => source.read(chunk.from + 8, Math.min(chunk.size, 56));
    if (chunk.type === "strh") streams.push(readStream(await body()));
    else if (chunk.type === "movi" && isFinished) break;
    else {
      const [, index] = /^(\d\d)(?:db|dc|wb)$/.exec(chunk.type) ?? [];
      const stream = index === undefined ? undefined : streams[Number(index)];
      if (stream === undefined) continue;
      const units = stream.isVideo ? 1 : stream.blockBytes === 0 ? 1 : chunk.size / stream.blockBytes;
      found[Number(index)] = (found[Number(index)] ?? 0) + units;
    }
  }
  const durations = streams.map(({ rate, length }, index) => (isFinished ? length : (found[index] ?? 0)) / rate);
  // A stream without a rate, such as one of texts, does not hide the others.
  return Math.max(0, ...durations.filter(Number.isFinite));
}

function readStream(head: Buffer): Stream {
  return {
    isVideo: head.toString("latin1", 0, 4) === "vids",
    rate: head.readUInt32LE(24) / head.readUInt32LE(20),
    length: head.readUInt32LE(32),
    blockBytes: head.readUInt32LE(44),
  };
}

/** Also those in lists, which come before them under their own names. */
async function* readChunks(source: ByteSource): AsyncGenerator<RiffChunk> {
  for (let at = 0, count = 0; at + 8 <= source.size && count < mostChunks; count += 1) {
    const chunk = await readRiffChunk(source, at);
    if (chunk === undefined) return;
    if (chunk.type === "RIFF" || chunk.type === "LIST") {
      yield { ...chunk, type: (await source.read(at + 8, 4)).toString("latin1") };
      at += 12;
    } else {
      yield chunk;
      at = chunkEnd(chunk);
    }
  }
}
