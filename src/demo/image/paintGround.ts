/** Paints the layers of ground of a scene. */
import { hashNumber, layeredLineNoise, layeredPlaneNoise, lineNoise } from "../randomNumbers.ts";
import { type Canvas, limit, mix, type RgbColour } from "./canvas.ts";
import { type Detail, ditherAt } from "./paintSky.ts";
import type { Scene } from "./scene.ts";

/** The colour of lit windows. */
const lamp: RgbColour = [255, 208, 128];
const white: RgbColour = [250, 250, 250];

/** Height of a ridge above its base line at a position, both in units of the canvas's shorter side. */
type Ridge = (x: number, seed: number, nearness: number) => number;

/** Conifers side by side: each a triangle with jagged sides. */
function trees(x: number, seed: number, size: number, spacing: number): number {
  const cell = Math.floor(x / spacing);
  let tallest = 0;
  for (let index = cell - 2; index <= cell + 2; index += 1) {
    const height = size * (0.45 + 0.75 * hashNumber(seed, index));
    const distance = Math.abs(x - (index + 0.2 + 0.6 * hashNumber(seed, index, 3)) * spacing);
    const branches = 0.55 + 0.45 * ((((distance / spacing) * 5) % 1) + 0.4);
    tallest = Math.max(tallest, height - distance * (height / spacing) * 1.7 * branches);
  }
  return tallest;
}

/** Straight slopes between random heights: sharp peaks instead of the hills of smooth noise. */
function peakNoise(seed: number, x: number): number {
  const cell = Math.floor(x);
  return hashNumber(seed, cell) + (hashNumber(seed, cell + 1) - hashNumber(seed, cell)) * (x - cell);
}

function buildings(x: number, seed: number, nearness: number): number {
  const width = 0.05 + 0.045 * nearness;
  const cell = Math.floor(x / width + 0.35 * hashNumber(seed, 1));
  const height = 0.05 + 0.3 * hashNumber(seed, cell, 9) ** 1.8;
  const roof = x / width + 0.35 * hashNumber(seed, 1) - cell;
  const spire = hashNumber(seed, cell, 5) > 0.82 && Math.abs(roof - 0.5) < 0.03 ? 0.06 : 0;
  const step = hashNumber(seed, cell, 6) > 0.5 && (roof < 0.22 || roof > 0.78) ? 0.03 : 0;
  return height + spire - step;
}

const ridges: Record<Scene["ground"], Ridge> = {
  hills: (x, seed, nearness) => 0.2 * layeredLineNoise(seed, x * (1.5 - 0.5 * nearness), 3),
  mountains: (x, seed, nearness) => {
    let height = 0;
    for (let octave = 0, scale = 1.9 - nearness * 0.7, share = 0.6; octave < 5; octave += 1, scale *= 2.1, share *= 0.45) {
      height += share * (1 - Math.abs(2 * peakNoise(seed + octave * 17, x * scale) - 1));
    }
    return 0.4 * (1 - nearness * 0.6) * height;
  },
  forest: (x, seed, nearness) =>
    0.13 * layeredLineNoise(seed, x * 1.4, 3) + trees(x, seed, 0.07 + 0.13 * nearness, 0.022 + 0.04 * nearness),
  sea: (x, seed) => 0.085 * limit(layeredLineNoise(seed, x * 1.3, 4) * 2.2 - 0.85, 0, 1),
  city: buildings,
  dunes: (x, seed, nearness) => {
    const wave = lineNoise(seed, x * (1.3 - 0.4 * nearness));
    return 0.2 * wave * wave + 0.02 * lineNoise(seed + 4, x * 4);
  },
  space: () => 0,
};

const layerCounts: Record<Scene["ground"], readonly [number, number, number]> = {
  hills: [3, 5, 6],
  mountains: [3, 4, 6],
  forest: [3, 4, 5],
  sea: [1, 2, 2],
  city: [2, 3, 4],
  dunes: [3, 4, 5],
  space: [0, 0, 0],
};

/** A layer of ground, computed for one size and time. */
export interface Layer {
  seed: number;
  /** 0 for the farthest layer, 1 for the nearest. */
  nearness: number;
  /** Row of the ridge in every column. */
  tops: Float32Array;
  base: number;
}

function layOut(canvas: Canvas, scene: Scene, layer: number, count: number, time: number): Layer {
  const { width, height } = canvas;
  const unit = Math.min(width, height);
  const nearness = count === 1 ? 0 : layer / (count - 1);
  const seed = scene.seed + layer * 977;
  const onWater = scene.ground === "sea";
  const reach = onWater ? 0 : (height / unit) * (0.93 - scene.horizon) * nearness ** 1.15;
  const base = scene.horizon * height + (onWater ? 0 : reach * unit + unit * 0.06);
  const ridge = ridges[scene.ground];
  const drift = time * 0.012 * (0.2 + nearness * (onWater ? 0.3 : 1.6));
  const tops = Float32Array.from(
    { length: width },
    (_, x) => base - unit * ridge((x - width / 2) / unit + 50 + drift + layer * 3.7, seed, nearness),
  );
  return { seed, nearness, tops, base };
}

/** Lit windows of a city, in whole cells; `drift` keeps them on their buildings. */
function windowLight(layer: Layer, x: number, y: number, unit: number, drift: number): number {
  const size = unit * (0.006 + 0.006 * layer.nearness);
  const column = (x + drift * unit) / size;
  const row = (y - layer.base) / (size * 1.5);
  const inside = column - Math.floor(column) > 0.4 && row - Math.floor(row) > 0.45;
  return inside && hashNumber(layer.seed, Math.floor(column), Math.floor(row)) > 0.8 ? 0.75 : 0;
}

/** @param covered rows of each column from which nearer layers cover this one. */
function paintLayer(canvas: Canvas, scene: Scene, layer: Layer, covered: Float32Array, time: number, detail: Detail): void {
  const { width, height, data } = canvas;
  const { palette, ground } = scene;
  const unit = Math.min(width, height);
  const bottom = ground === "sea" ? Math.ceil(layer.base) : height;
  const haze = scene.weather === "fog" ? 0.75 : 0.42;
  const crest: RgbColour = mix(palette.far, palette.near, layer.nearness ** 0.85);
  const foot = mix(crest, palette.horizon, haze * (1 - layer.nearness));
  const rim = mix(crest, palette.light, ground === "city" ? 0 : 0.28);
  const windows = palette.dark ? 1 : 0.45;
  const drift = time * 0.012 * (0.2 + layer.nearness * 1.6);
  const fall = unit * (0.26 + 0.12 * layer.nearness);
  const first = layer.tops.reduce((highest, top) => Math.min(highest, top), height);
  // Trees and towers stand on the same ground: their mist rises to one level, while hills fade from their own crest.
  const mean = layer.tops.reduce((sum, top) => sum + top, 0) / width;
  const level = ground === "forest" || ground === "city" ? mean - unit * 0.05 : undefined;
  const colour = [0, 0, 0];
  const texture = new Float32Array(width).fill(0);
  for (let y = Math.max(0, Math.floor(first)); y < bottom; y += 1) {
    // Texture changes slowly: one row of noise is used for three rows of pixels.
    if (detail > 1 && ground !== "city" && (y % 3 === 0 || y === Math.floor(first))) {
      for (let x = 0; x < width; x += 4) {
        const noise = layeredPlaneNoise(layer.seed + 21, ((x + drift * unit) / unit) * 9, (y / unit) * 26, detail) - 0.5;
        texture.fill(noise * (8 + 18 * layer.nearness), x, x + 4);
      }
    }
    for (let x = 0, at = y * width * 4; x < width; x += 1, at += 4) {
      if (y >= (covered[x] ?? height)) continue;
      const depth = y + 0.5 - (layer.tops[x] ?? height);
      const cover = depth >= 0.5 ? 1 : depth + 0.5;
      if (cover <= 0) continue;
      const down = (level === undefined ? depth : y - level) / fall;
      const share = down >= 1 ? 1 : down <= 0 ? 0 : down * (2 - down);
      const snow = ground === "mountains" && layer.nearness < 0.7 ? snowAt(layer, depth, x, unit) : 0;
      const edge = snow > 0 ? 0 : Math.max(0, 1 - depth / (unit * 0.012)) * 0.7;
      const light = ground === "city" ? windowLight(layer, x, y, unit, drift) * windows * (depth > unit * 0.008 ? 1 : 0) : 0;
      const relief = (texture[x] ?? 0) + ditherAt(x, y);
      for (let channel = 0; channel < 3; channel += 1) colour[channel] = crest[channel] ?? 0;
      blend(colour, foot, share);
      blend(colour, rim, edge);
      blend(colour, white, snow);
      blend(colour, lamp, light);
      for (let channel = 0; channel < 3; channel += 1) {
        const value = limit((colour[channel] ?? 0) + relief, 0, 255);
        data[at + channel] = (data[at + channel] ?? 0) * (1 - cover) + value * cover;
      }
    }
  }
}

function blend(colour: number[], over: RgbColour, opacity: number): void {
  if (opacity === 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    const value = colour[channel] ?? 0;
    colour[channel] = value + ((over[channel] ?? 0) - value) * opacity;
  }
}

/** Snow lies near the top, and further down on high mountains. */
function snowAt(layer: Layer, depth: number, x: number, unit: number): number {
  const heightHere = layer.base - (layer.tops[x] ?? layer.base);
  const line = (heightHere - unit * 0.14) * 0.55 + unit * 0.03 * (lineNoise(layer.seed + 8, (x / unit) * 30) - 0.5);
  return depth < line ? limit((line - depth) / (unit * 0.012), 0, 0.82) : 0;
}

/** The layers of the ground, from the farthest to the nearest, without water. */
export function layOutGround(canvas: Canvas, scene: Scene, time: number, detail: Detail): Layer[] {
  const count = layerCounts[scene.ground][detail - 1] ?? 0;
  return Array.from({ length: count }, (_, layer) => layOut(canvas, scene, layer, count, time));
}

/** The first row of each column that the layers cover, whatever was painted below. An island covers nothing below the horizon. */
export function coveredRows({ width, height }: Canvas, scene: Scene, layers: readonly Layer[]): Float32Array {
  const rows = new Float32Array(width).fill(height);
  if (scene.ground === "sea") return rows;
  for (const { tops } of layers) for (let x = 0; x < width; x += 1) rows[x] = Math.min(rows[x] ?? height, tops[x] ?? height);
  return rows;
}

/** Paints from the farthest layer to the nearest. */
export function paintGround(canvas: Canvas, scene: Scene, layers: readonly Layer[], time: number, detail: Detail): void {
  for (const [index, layer] of layers.entries())
    paintLayer(canvas, scene, layer, coveredRows(canvas, scene, layers.slice(index + 1)), time, detail);
}
