/** Source: RIFF, "Multimedia Programming Interface and Data Specifications 1.0"; Microsoft, "WAVEFORMATEXTENSIBLE". */

export interface Sound {
  /** One channel, -1 to 1. */
  samples: Float32Array;
  /** Samples per second. */
  rate: number;
}

interface SampleFormat {
  isFloat: boolean;
  channels: number;
  rate: number;
  /** Bytes of one sample of one channel. */
  bytes: number;
}

const floatCode = 3;
const extensibleCode = 0xfffe;

/** Mixes the channels into one. undefined: the bytes are not a WAV file with integer or floating-point samples. */
export function decodeWav(file: Uint8Array): Sound | undefined {
  const wav = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (wav.toString("latin1", 0, 4) !== "RIFF" || wav.toString("latin1", 8, 12) !== "WAVE") return undefined;
  let format: SampleFormat | undefined;
  for (let at = 12; at + 8 <= wav.length; ) {
    const name = wav.toString("latin1", at, at + 4);
    const size = wav.readUInt32LE(at + 4);
    // A program that writes to a pipe does not know the length yet: the data extends to the end.
    const body = wav.subarray(at + 8, name === "data" && size === 0 ? undefined : at + 8 + size);
    if (name === "fmt " && body.length >= 16) format = readFormat(body);
    if (name === "data") return format && { samples: readSamples(body, format), rate: format.rate };
    at += 8 + body.length + (body.length % 2);
  }
  return undefined;
}

function readFormat(body: Buffer): SampleFormat | undefined {
  const code = body.readUInt16LE(0);
  const kind = code === extensibleCode && body.length >= 26 ? body.readUInt16LE(24) : code;
  const [channels, rate, bytes] = [body.readUInt16LE(2), body.readUInt32LE(4), body.readUInt16LE(14) / 8];
  const isKnown = kind === floatCode ? bytes === 4 : kind === 1 && bytes >= 1 && bytes <= 4 && Number.isInteger(bytes);
  return isKnown && channels > 0 && rate > 0 ? { isFloat: kind === floatCode, channels, rate, bytes } : undefined;
}

function readSamples(body: Buffer, { isFloat, channels, bytes }: SampleFormat): Float32Array {
  const samples = new Float32Array(Math.floor(body.length / (bytes * channels)));
  const scale = 2 ** (bytes * 8 - 1);
  const read = (at: number) => {
    if (isFloat) return body.readFloatLE(at);
    // 8-bit samples are unsigned, all others are signed.
    return bytes === 1 ? body.readUInt8(at) / 128 - 1 : body.readIntLE(at, bytes) / scale;
  };
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += read((index * channels + channel) * bytes);
    samples[index] = sum / channels;
  }
  return samples;
}
