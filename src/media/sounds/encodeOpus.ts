/** Encodes samples as an Ogg Opus file. Source: RFC 7845. */
import OpusScript from "opusscript";
import { type Chapter, vorbisChapters, vorbisComments } from "./chapters.ts";
import { createTurns } from "./createTurns.ts";
import { interleaved, toSixteenBits } from "./encodeWav.ts";
import { type OggPacket, writeOgg } from "./ogg.ts";
import type { Samples } from "./samples.ts";

/** Samples at 48 kHz, the sample rate of every Opus stream, that the decoder drops at the start. */
const preSkip = 312;
const clock = 48_000;

/** The code of OPUS_SET_COMPLEXITY, and a medium value of its ten: 140 seconds of speech are encoded in one second. */
const setComplexity = 4010;
const complexity = 5;

function headers(rate: number, channels: number, comments: readonly string[]): [Uint8Array, Uint8Array] {
  const head = Buffer.alloc(19);
  head.write("OpusHead", "latin1");
  head[8] = 1;
  head[9] = channels;
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(rate, 12);
  return [head, Buffer.concat([Buffer.from("OpusTags", "latin1"), vorbisComments(comments)])];
}

const isOpusRate = (rate: number): rate is 24_000 | 48_000 => rate === 24_000 || rate === 48_000;

/**
 * One or two channels at 24 or 48 kHz, in packets of 20 ms. The last granule position excludes the padding, so that the duration is exact.
 * Two channels are music.
 */
export async function encodeOpus(
  channels: readonly Samples[],
  rate: number,
  comment: string,
  chapters: readonly Chapter[] = [],
): Promise<Uint8Array> {
  if (!isOpusRate(rate)) throw new RangeError("Opus does not have this rate.");
  const length = channels[0]?.length ?? 0;
  const isStereo = channels.length === 2;
  const frame = rate / 50;
  const factor = clock / rate;
  const encoder = new OpusScript(rate, isStereo ? 2 : 1, OpusScript.Application[isStereo ? "AUDIO" : "VOIP"]);
  try {
    encoder.setBitrate(isStereo ? 128_000 : 40_000);
    encoder.encoderCTL(setComplexity, complexity);
    const count = Math.ceil((length + preSkip / factor) / frame);
    const takeTurns = createTurns();
    const packets: OggPacket[] = [];
    for (let index = 0; index < count; index += 1) {
      await takeTurns();
      const padded = channels.map((samples) => {
        const values = new Float32Array(frame);
        values.set(samples.subarray(index * frame, (index + 1) * frame));
        return toSixteenBits(values);
      });
      const bytes = encoder.encode(Buffer.from(interleaved(padded).buffer), frame);
      const complete = (index + 1) * frame * factor;
      packets.push({ bytes: new Uint8Array(bytes), granule: BigInt(Math.min(complete, length * factor + preSkip)) });
    }
    return writeOgg(headers(rate, channels.length, [`COMMENT=${comment}`, ...vorbisChapters(chapters)]), packets, 1);
  } finally {
    encoder.delete();
  }
}
