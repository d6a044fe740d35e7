/** Samples without a header (PCM): how media types describe them, and the header that makes a WAV file of them. */

export interface RawSamples {
  /** Samples of each channel per second. */
  rate: number;
  channels: number;
  bits: 8 | 16 | 24 | 32;
  /** Default: integer. `mulaw` and `alaw` have 8 bits. */
  coding?: "float" | "mulaw" | "alaw";
  /** undefined: the media type leaves it open. */
  endianness: "little" | "big" | undefined;
}

/** Source: OpenAI, "Create speech", `response_format`: `pcm` is 24 kHz, signed 16 bits, little-endian; Gemini's speech is the same. */
export const usualSamples: RawSamples = { rate: 24_000, channels: 1, bits: 16, endianness: "little" };

/** Samples of telephony: 8 kHz. Source: RFC 2046, `audio/basic`; RFC 4856, `PCMU` and `PCMA`. */
const companded: Readonly<Record<string, RawSamples["coding"]>> = {
  ...{ basic: "mulaw", pcmu: "mulaw", mulaw: "mulaw", ulaw: "mulaw", pcma: "alaw", alaw: "alaw" },
};
const words = "l?pcm|linear16|l8|l16|l24|raw|(?:pcm[_-])?(?:f32|s(?:16|24|32))le";
const typeName = new RegExp(`^\\s*audio/(?:x-|vnd\\.)?(${words}|${Object.keys(companded).join("|")})\\s*$`);

/**
 * Reads `audio/pcm;rate=16000`, `audio/L16; rate=24000; channels=2`, `audio/x-raw, format=F32LE` and so on. undefined: another type. Sources: RFC
 * 2586 and 3190, whose order of bytes is "big", but most services send the other one; GStreamer, "Raw Audio Media Types"; Cartesia and
 * Deepgram, "encoding". `usualRate`: where the type has none.
 */
export function readRawType(mediaType: string | undefined, usualRate = usualSamples.rate): RawSamples | undefined {
  const [type = "", ...rest] = (mediaType ?? "").toLowerCase().split(/[;,]/);
  const name = typeName.exec(type)?.[1];
  if (name === undefined) return undefined;
  const fields = new Map(
    rest.map((field) => field.split("=").map((part) => part.trim().replace(/^"|"$/g, ""))).map(([key = "", value = ""]) => [key, value]),
  );
  const numberOf = (...keys: string[]) => keys.map((key) => Number(fields.get(key))).find((value) => Number.isInteger(value) && value > 0);
  const form = ["format", "encoding", "codec"].map((key) => fields.get(key) ?? "").find((value) => /[fsu]\d|law|float/.test(value)) ?? "";
  const law = companded[name] ?? (/(?:mu|u)-?law/.test(form) ? "mulaw" : /a-?law/.test(form) ? "alaw" : undefined);
  const shared = { channels: Math.min(numberOf("channels") ?? 1, 64) };
  const rate = numberOf("rate", "sample_rate", "sample-rate", "samplerate") ?? (law ? 8_000 : usualRate);
  if (law) return { ...shared, rate, bits: 8, coding: law, endianness: "little" };
  const bits = Number(/\d+/.exec(/[ls]\d/.test(name) ? name : (/[fsu](?:8|16|24|32)/.exec(form)?.[0] ?? ""))?.[0]);
  const isFloat = name.endsWith("f32le") || /^(?:pcm_)?f(?:32|loat)|float/.test(form);
  const named = fields.get("endianness") ?? fields.get("endian") ?? (/be$/.test(form) ? "big" : undefined);
  return {
    ...shared,
    rate,
    bits: isFloat ? 32 : bitsOf(Number.isNaN(bits) ? numberOf("bits", "bit_depth", "bits-per-sample") : bits),
    ...(isFloat ? { coding: "float" as const } : {}),
    endianness: named?.startsWith("big") ? "big" : name.startsWith("l") && named === undefined ? undefined : "little",
  };
}

/** How services name samples without a header in an option or a field, e.g. `pcm_16000`, `ulaw_8000` or `raw-8khz-8bit-mono-mulaw`. */
const rawName = /^(?:pcm|l16|[fs](?:16|24|32)le|raw|linear_?(?:16|pcm)|(?:g\.?711[_-]?)?(?:mu|u|a)-?law)/;

/**
 * undefined: another format. Sources: ElevenLabs, `output_format`; Cartesia and LMNT, `encoding` and `format`; Deepgram, `encoding`; Azure,
 * "Audio outputs"; Resemble, `precision`.
 */
export function readRawName(given: string | undefined): RawSamples | undefined {
  const name = given?.trim().toLowerCase() ?? "";
  if (!rawName.test(name)) return undefined;
  const law = /(?:mu|u)-?law|^pcmu/.test(name) ? "mulaw" : /a-?law|^pcma/.test(name) ? "alaw" : undefined;
  const kilohertz = /(\d{1,3})khz/.exec(name)?.[1];
  const stated = /[_-](\d{4,6})(?!\d)/.exec(name)?.[1] ?? (kilohertz && Number(kilohertz) * 1000);
  const shared = { rate: Number(stated ?? (law ? 8_000 : usualSamples.rate)), channels: 1, endianness: "little" } as const;
  if (law) return { ...shared, bits: 8, coding: law };
  if (/f32|float/.test(name)) return { ...shared, bits: 32, coding: "float" };
  return { ...shared, bits: bitsOf(Number(/[s_-](8|24|32)(?:le|bit|$)/.exec(name)?.[1])) };
}

/** Whether samples differ from the usual ones in more than their rate. */
export const isUnusual = ({ bits, coding }: RawSamples): boolean => coding !== undefined || bits !== usualSamples.bits;

/** The media type that `readRawType` reads as these samples. Source of those of telephony: RFC 4856. */
export function rawTypeOf({ rate, bits, coding }: RawSamples): string {
  const type = `audio/${coding === "mulaw" ? "PCMU" : coding === "alaw" ? "PCMA" : "pcm"};rate=${rate}`;
  if (coding === "float") return `${type};encoding=pcm_f32le`;
  return coding === undefined && bits !== usualSamples.bits ? `${type};bits=${bits}` : type;
}

const bitsOf = (bits: number | undefined): RawSamples["bits"] => ([8, 24, 32] as const).find((known) => known === bits) ?? 16;

/** The order in which the samples differ less from each other: in the other one, a sound is noise. `width`: bytes of a sample. */
export function likelyEndianness(bytes: Buffer, width: 2 | 3): "little" | "big" {
  let [little, big] = [0, 0];
  for (let at = width; at + width <= bytes.length; at += width) {
    little += Math.abs(bytes.readIntLE(at, width) - bytes.readIntLE(at - width, width));
    big += Math.abs(bytes.readIntBE(at, width) - bytes.readIntBE(at - width, width));
  }
  return big < little ? "big" : "little";
}

/** Samples of 8 bits as ones of 16. Source: ITU-T G.711. */
export function expandSamples(bytes: Uint8Array, coding: "mulaw" | "alaw"): Buffer {
  const expanded = Buffer.alloc(bytes.length * 2);
  bytes.forEach((byte, at) => void expanded.writeInt16LE(expandSample(byte, coding), at * 2));
  return expanded;
}

export const expandSample = (byte: number, coding: "mulaw" | "alaw") => (coding === "mulaw" ? expandMulaw(byte) : expandAlaw(byte));

function expandMulaw(byte: number): number {
  const inverted = byte ^ 0xff;
  const size = (((inverted & 0x0f) << 3) + 0x84) << ((inverted & 0x70) >> 4);
  return (inverted & 0x80) === 0 ? size - 0x84 : 0x84 - size;
}

function expandAlaw(byte: number): number {
  const even = byte ^ 0x55;
  const [segment, step] = [(even & 0x70) >> 4, ((even & 0x0f) << 4) + 8];
  const size = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return (even & 0x80) === 0 ? -size : size;
}

/** `size`: bytes of the samples. Source: Multimedia Programming Interface and Data Specifications 1.0, "WAVE". */
export function wavHead({ rate, channels, bits, coding }: RawSamples, size: number): Buffer {
  const frame = (channels * bits) / 8;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(Math.min(36 + size, 0xffff_ffff), 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(coding === "float" ? 3 : 1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * frame, 28);
  head.writeUInt16LE(frame, 32);
  head.writeUInt16LE(bits, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(Math.min(size, 0xffff_ffff), 40);
  return head;
}
