/** Decodes Ogg Opus. Source: RFC 7845. */
import OpusScript from "opusscript";
import { createTurns } from "./createTurns.ts";
import { readOgg } from "./readOgg.ts";
import { SampleCollector, type Sound } from "./sound.ts";

/** The sample rate of every Opus stream. */
const rate = 48_000;

/**
 * undefined: an Ogg file of another codec, or of more than two channels.
 * @throws RangeError when a packet is damaged, or the sound is too long
 */
export async function decodeOpus(file: Buffer): Promise<Sound | undefined> {
  const { packets, granule } = readOgg(file);
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
