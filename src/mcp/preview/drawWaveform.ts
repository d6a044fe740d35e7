/** Draws the samples of a sound as an image: time from left to right, one row for each channel. */
import { encodePng } from "../../media/images/encodePng.ts";
import type { Sound } from "../../media/sounds/sound.ts";

const width = 800;
/** Of a row, in pixels. */
const height = 160;
/** Further channels are not drawn. */
const mostRows = 2;
/** Dark on light, which models see as well as people. */
const [ground, axis, wave] = [0xff, 0xb0, 0x20];

/** A PNG file. Each column spans the lowest and the highest of its samples. */
export function drawWaveform({ channels }: Sound): Uint8Array {
  const rows = channels.slice(0, mostRows);
  const data = new Uint8Array(width * height * rows.length * 3).fill(ground);
  for (const [row, samples] of rows.entries()) {
    for (let x = 0; x < width; x += 1) {
      const [low, high] = rangeOf(samples, Math.floor((x * samples.length) / width), Math.ceil(((x + 1) * samples.length) / width));
      const middle = Math.floor(height / 2);
      paint(data, x, row * height + middle, row * height + middle, axis);
      if (high > low || high !== 0) paint(data, x, row * height + yOf(high), row * height + yOf(low), wave);
    }
  }
  return encodePng({ width, height: height * rows.length, channels: 3, data });
}

function rangeOf(samples: Float32Array, start: number, end: number): [low: number, high: number] {
  let [low, high] = [1, -1];
  for (let index = start; index < Math.min(end, samples.length); index += 1) {
    const value = Math.max(-1, Math.min(1, samples[index] ?? 0));
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > high ? [0, 0] : [low, high];
}

/** From the top of the row. */
const yOf = (value: number) => Math.round(((1 - value) / 2) * (height - 1));

function paint(data: Uint8Array, x: number, top: number, bottom: number, grey: number): void {
  for (let y = top; y <= bottom; y += 1) data.fill(grey, (y * width + x) * 3, (y * width + x) * 3 + 3);
}
