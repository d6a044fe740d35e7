/** Encodes samples as a WAV file of 16 bits. Source: RIFF, "Multimedia Programming Interface and Data Specifications 1.0". */

/** Converts samples from -1 to 1 to signed 16-bit integers. */
export function toSixteenBits(samples: Float32Array): Int16Array {
  const values = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    values[index] = Math.round(Math.max(-1, Math.min(1, samples[index] ?? 0)) * 32_767);
  }
  return values;
}

function chunk(name: string, body: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(name, "latin1"), size, body, Buffer.alloc(body.length % 2)]);
}

/** One channel at `rate` samples per second; `comment` is ASCII. */
export function encodeWav(samples: Float32Array, rate: number, comment: string): Uint8Array {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * 2, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const data = Buffer.alloc(samples.length * 2);
  const values = toSixteenBits(samples);
  for (let index = 0; index < values.length; index += 1) data.writeInt16LE(values[index] ?? 0, index * 2);
  const info = Buffer.concat([Buffer.from("INFO", "latin1"), chunk("ICMT", Buffer.from(`${comment}\0`, "latin1"))]);
  const body = Buffer.concat([Buffer.from("WAVE", "latin1"), chunk("fmt ", format), chunk("LIST", info), chunk("data", data)]);
  return new Uint8Array(chunk("RIFF", body));
}
