/** Decodes Ogg Opus. Sources: RFC 7845; of the packets, RFC 3533, 6. */
import OpusScript from "opusscript";
import { createTurns } from "./createTurns.ts";
import { SampleCollector, type Sound } from "./sound.ts";

/** The sample rate of every Opus stream. */
const rate = 48_000;

interface OggStream {
  serial: number;
  packets: Buffer[];
  /** Of a packet that goes on. */
  pending: Buffer[];
  /** From the last page: the number of samples up to the end of the stream. */
  granule: number;
}
/** Flag of the first page of a stream. */
const firstPage = 0x02;
const headBytes = 27;
/** A smaller lacing value ends a packet. */
const wholeSegment = 255;

/**
 * The sounds of a chained file, one after another. undefined: an Ogg file of another codec, or of more than two channels.
 * @throws RangeError when a packet is damaged, the sound is too long, or the number of channels changes
 */
export async function decodeOpus(file: Buffer): Promise<Sound | undefined> {
  const collector = new SampleCollector();
  for (const stream of readOgg(file)) {
    const sound = await decodeStream(stream);
    if (sound !== undefined) collector.add(sound.channels);
  }
  return collector.finish(rate);
}

async function decodeStream({ packets, granule }: OggStream): Promise<Sound | undefined> {
  const [head, , ...sounds] = packets;
  if (head?.toString("latin1", 0, 8) !== "OpusHead") return undefined;
  const [channels, skipped, mapping] = [head.readUInt8(9), head.readUInt16LE(10), head.readUInt8(18)];
  if (mapping !== 0 || channels < 1 || channels > 2) return undefined;
  const gain = 10 ** (head.readInt16LE(16) / 256 / 20);
  const decoder = new OpusScript(rate, channels === 1 ? 1 : 2, OpusScript.Application.AUDIO);
  try {
    const collector = new SampleCollector();
    const takeTurns = createTurns();
    for (const packet of sounds) {
      await takeTurns();
      collector.add(separate(decodePacket(decoder, packet), channels, gain / 32_768));
    }
    return collector.finish(rate, skipped, Math.max(0, granule - skipped));
  } finally {
    decoder.delete();
  }
}

function decodePacket(decoder: OpusScript, packet: Buffer): Buffer {
  try {
    return decoder.decode(packet);
  } catch (error) {
    throw new RangeError("A packet is damaged.", { cause: error });
  }
}

/** Separates interleaved 16-bit samples into channels. */
function separate(samples: Buffer, channels: number, factor: number): Float32Array[] {
  return Array.from({ length: channels }, (_, channel) => {
    const own = new Float32Array(samples.length / 2 / channels);
    for (let frame = 0; frame < own.length; frame += 1) own[frame] = samples.readInt16LE((frame * channels + channel) * 2) * factor;
    return own;
  });
}

/** A file has streams one after another if files were joined, also with the same number, or at the same time. */
function readOgg(file: Buffer): OggStream[] {
  const streams: OggStream[] = [];
  for (let at = 0; at + headBytes <= file.length && file.toString("latin1", at, at + 4) === "OggS"; ) {
    const segments = file.subarray(at + headBytes, at + headBytes + file.readUInt8(at + 26));
    const [serial, position] = [file.readUInt32LE(at + 14), file.readBigInt64LE(at + 6)];
    if ((file.readUInt8(at + 5) & firstPage) !== 0) streams.push({ serial, packets: [], pending: [], granule: 0 });
    const stream = streams.findLast((one) => one.serial === serial);
    at += headBytes + segments.length;
    for (const size of segments) {
      if (stream !== undefined) {
        stream.pending.push(file.subarray(at, at + size));
        if (size !== wholeSegment) stream.packets.push(Buffer.concat(stream.pending.splice(0)));
      }
      at += size;
    }
    // Pages on which no packet ends have no position.
    if (stream !== undefined && position >= 0n) stream.granule = Number(position);
  }
  return streams;
}
