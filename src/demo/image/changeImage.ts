/** Changes an image so that the result belongs to it: what goes is filled from its surroundings, what comes is drawn there, or the colours move. */
import { brightness, type Canvas, type CanvasArea, createCanvas, mix, offsetOf, type RgbColour } from "./canvas.ts";
import { continueSurroundings } from "./continueSurroundings.ts";
import { paintSubject } from "./paintSubjects.ts";
import { namedColour } from "./palette.ts";
import type { Scene } from "./scene.ts";

interface ImageChange {
  /** The image that is changed. It is stretched to the size of the result. */
  original: Canvas;
  /** Only what is transparent in it changes; undefined: everything. */
  mask: Canvas | undefined;
  /** From 0, nothing changes, to 1. */
  strength: number;
  prompt: string;
  /** What the prompt shows. */
  scene: Scene;
}

const removal = /\b(?:remove|erase|delete|clear|clean|without|get rid of|take (?:away|out))\b/i;
const replacement = /\b(?:replace|instead|swap|turn into|exchange)\b/i;
/** The part of the whole image that a thing takes. */
const partOfImage = 0.5;
/** How much of a colour is replaced with the new one of the same brightness. */
const recoloured = 0.8;

export function changeImage(size: { width: number; height: number }, { original, mask, strength, prompt, scene }: ImageChange): Canvas {
  const { width, height } = size;
  const image = createCanvas(width, height);
  const kept = new Float32Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const source = offsetOf(original, x / width, y / height);
      image.data.set(original.data.subarray(source, source + 4), at * 4);
      kept[at] = mask === undefined ? 0 : (mask.data[offsetOf(mask, x / width, y / height) + 3] ?? 255) / 255;
    }
  const area = changedArea(kept, width, height);
  const changed = drawChange(image, kept, area, { prompt, scene });
  for (let at = 0; at < kept.length; at += 1) {
    const share = strength * (1 - (kept[at] ?? 0));
    for (let channel = at * 4; channel < at * 4 + 3; channel += 1)
      image.data[channel] = Math.round((image.data[channel] ?? 0) * (1 - share) + (changed.data[channel] ?? 0) * share);
  }
  return image;
}

/** The image after the change, everywhere; only a part of it is used. */
function drawChange(image: Canvas, kept: Float32Array, area: CanvasArea, { prompt, scene }: Pick<ImageChange, "prompt" | "scene">): Canvas {
  const isRemoval = removal.test(prompt);
  if (!isRemoval && scene.subjects.length === 0) return recolour(image, namedColour(prompt) ?? scene.palette.skyMiddle);
  const hasSurroundings = kept.some((share) => share > 0.5);
  const isCovered = hasSurroundings && (isRemoval || replacement.test(prompt));
  const changed = isCovered ? continueSurroundings(image, kept) : { ...image, data: image.data.slice() };
  if (isRemoval) return changed;
  const width = (area.right - area.left) / scene.subjects.length;
  const top = hasSurroundings ? area.top : area.top + (area.bottom - area.top) * (1 - partOfImage);
  for (const [index, subject] of scene.subjects.entries())
    paintSubject(changed, scene, subject, {
      top,
      bottom: area.bottom,
      left: area.left + index * width,
      right: area.left + (index + 1) * width,
    });
  return changed;
}

/** The smallest area with everything that changes. */
function changedArea(kept: Float32Array, width: number, height: number): CanvasArea {
  const area = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      if ((kept[at] ?? 0) > 0.5) continue;
      area.left = Math.min(area.left, x);
      area.right = Math.max(area.right, x + 1);
      area.top = Math.min(area.top, y);
      area.bottom = Math.max(area.bottom, y + 1);
    }
  return area;
}

/** Gives the image another colour and keeps its brightness, and so its shapes. */
function recolour(image: Canvas, colour: RgbColour): Canvas {
  const changed = { ...image, data: image.data.slice() };
  const own = Math.max(1, brightness(colour));
  for (let at = 0; at < changed.data.length; at += 4) {
    const before: RgbColour = [changed.data[at] ?? 0, changed.data[at + 1] ?? 0, changed.data[at + 2] ?? 0];
    const light = brightness(before);
    const same = light <= own ? mix([0, 0, 0], colour, light / own) : mix(colour, [255, 255, 255], (light - own) / (256 - own));
    changed.data.set(mix(before, same, recoloured), at);
  }
  return changed;
}
