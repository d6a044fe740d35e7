/** Samples without a header (PCM): how media types describe them, and the header that makes a WAV file of them. */

export interface RawSamples {
  /** Samples of each channel per second. */
  rate: number;
  channels: number;
  bits: 16 | 24;
  /** undefined: the media type leaves it open. */
  endianness: "little" | "big" | undefined;
}

/** Source: OpenAI, "Create speech", `response_format`: `pcm` is 24 kHz, signed 16 bits, little-endian; Gemini's speech is the same. */
export const usualSamples: RawSamples = { rate: 24_000, channels: 1, bits: 16, endianness: "little" };

/**
 * Reads `audio/pcm;rate=16000`, `audio/L16; rate=24000; channels=2` and so on. undefined: another type. Source: RFC 2586; its order of bytes is
 * "big", but most services send the other one.
 */
export function readRawType(mediaType: string | undefined): RawSamples | undefined {
  const [type = "", ...rest] = (mediaType ?? "").toLowerCase().split(";");
  const name = /^\s*audio\/(?:x-)?(pcm|l16|l24|raw|s16le)\s*$/.exec(type)?.[1];
  const fields = new Map(rest.map((field) => field.split("=").map((part) => part.trim())).map(([key = "", value = ""]) => [key, value]));
  if (name === undefined) return undefined;
  const numberOf = (...keys: string[]) => keys.map((key) => Number(fields.get(key))).find((value) => Number.isInteger(value) && value > 0);
  const named = fields.get("endianness") ?? fields.get("endian");
  const endianness = named?.startsWith("big") ? "big" : name.startsWith("l") && named === undefined ? undefined : "little";
  return {
    rate: numberOf("rate", "sample_rate", "samplerate") ?? usualSamples.rate,
    channels: Math.min(numberOf("channels") ?? 1, 64),
    bits: name === "l24" || numberOf("bits", "bit_depth") === 24 ? 24 : 16,
    endianness,
  };
}

/** The order in which the samples of 16 bits differ less from each other: in the other one, a sound is noise. */
export function likelyEndianness(bytes: Buffer): "little" | "big" {
  let [little, big] = [0, 0];
  for (let at = 2; at + 1 < bytes.length; at += 2) {
    little += Math.abs(bytes.readInt16LE(at) - bytes.readInt16LE(at - 2));
    big += Math.abs(bytes.readInt16BE(at) - bytes.readInt16BE(at - 2));
  }
  return big < little ? "big" : "little";
}

/** `size`: bytes of the samples. Source: Multimedia Programming Interface and Data Specifications 1.0, "WAVE". */
export function wavHead({ rate, channels, bits }: RawSamples, size: number): Buffer {
  const frame = (channels * bits) / 8;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(Math.min(36 + size, 0xffff_ffff), 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * frame, 28);
  head.writeUInt16LE(frame, 32);
  head.writeUInt16LE(bits, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(Math.min(size, 0xffff_ffff), 40);
  return head;
}
