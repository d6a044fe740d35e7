/** Generates a PNG for an image request. */
import type { AddedValues, ImageRequest, ImageSettings, InputFile } from "../../contract/generationRequest.ts";
import { ratioOf } from "../../contract/imageSize.ts";
import { decodeImage } from "../../media/images/decodeImage.ts";
import { encodePng } from "../../media/images/encodePng.ts";
import { findDemoModel, type ImageCapability, type ImageQuality, imageToolCapability } from "../capabilities.ts";
import type { MediaResult } from "../request.ts";
import { type Canvas, createCanvas, type RgbColour } from "./canvas.ts";
import { changeImage } from "./changeImage.ts";
import { dominantColours } from "./dominantColours.ts";
import { paintCaption } from "./paintCaption.ts";
import { paintReferences } from "./paintReferences.ts";
import { paintScene } from "./paintScene.ts";
import type { Detail } from "./paintSky.ts";
import { imagineScene, type Scene } from "./scene.ts";

const details: Record<ImageQuality, Detail> = { low: 1, medium: 2, high: 3 };

/** The references that can be decoded; of GIF only the size is read. */
export async function decodeReferences(references: readonly InputFile[]): Promise<Canvas[]> {
  return (await Promise.all(references.map(({ bytes }) => decodeImage(bytes)))).filter((image) => image !== undefined);
}

/** The colours that the references add to a scene. */
export function coloursOf(images: readonly Canvas[]): RgbColour[] {
  return images.flatMap((image) => dominantColours(image).map(({ colour }) => colour));
}

/** Low quality is painted at half the size and enlarged: fast, small and visibly rough. */
function paintAt(scene: Scene, width: number, height: number, quality: ImageQuality): Canvas {
  if (quality !== "low") return paintScene(scene, width, height, details[quality]);
  const small = paintScene(scene, Math.ceil(width / 2), Math.ceil(height / 2), details.low);
  const canvas = createCanvas(width, height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const source = ((y >> 1) * small.width + (x >> 1)) * 4;
      for (let channel = 0; channel < 3; channel += 1) canvas.data[at + channel] = small.data[source + channel] ?? 0;
    }
  }
  return canvas;
}

/** A PNG of the prompt; `requested` must have passed `checkRequest`. */
export async function drawPng(
  prompt: string,
  requested: ImageSettings,
  capability: ImageCapability,
  references: readonly InputFile[],
  added: AddedValues = {},
): Promise<Uint8Array> {
  const images = await decodeReferences(references);
  const [original] = added.mask === undefined && added.strength === undefined ? [] : images;
  const size = imageSize(original ? sizeLike(original, requested, capability) : requested, capability);
  if (size === undefined) throw new RangeError("The size was not checked.");
  const quality = capability.qualities.find((name) => name === requested.quality?.toLowerCase()) ?? capability.defaultQuality;
  const scene = imagineScene(prompt, coloursOf(images), added);
  const canvas = original
    ? changeImage(size, {
        original,
        mask: added.mask && (await decodeImage(added.mask.bytes)),
        strength: added.strength ?? 1,
        prompt,
        scene,
      })
    : paintAt(scene, size.width, size.height, quality);
  if (!original) {
    paintReferences(canvas, images);
    paintCaption(canvas, prompt);
  }
  return encodePng({ ...canvas, channels: 4 }, { Software: "Generation Studio demo model" });
}

/** An image that is changed keeps its size, unless another one is requested or the model cannot draw it. */
function sizeLike({ width, height }: Canvas, requested: ImageSettings, capability: ImageCapability): ImageSettings {
  const own = { ...requested, size: `${width}x${height}` };
  return requested.size === undefined && imageSize(own, capability) !== undefined ? own : requested;
}

export async function makeImage(request: ImageRequest): Promise<MediaResult> {
  const model = findDemoModel(request.model);
  const capability = model?.kind === "image" ? model : imageToolCapability;
  const bytes = await drawPng(request.prompt, request, capability, request.references, request.added);
  return { kind: "image", bytes, mediaType: "image/png", format: "png" };
}

/** A named size is the longer side; a size like `1024x768` is exact and must fit the ratio, if one is given. undefined: neither. */
function imageSize(requested: ImageSettings, capability: ImageCapability): { width: number; height: number } | undefined {
  const size = (requested.size ?? capability.defaultSize).trim().toLowerCase();
  const ratio = requested.aspectRatio === undefined ? undefined : ratioOf(requested.aspectRatio);
  const longSide = Object.hasOwn(capability.sizes, size) ? capability.sizes[size] : undefined;
  if (longSide !== undefined) {
    const shape = ratio ?? 1;
    return shape >= 1
      ? { width: longSide, height: Math.round(longSide / shape) }
      : { width: Math.round(longSide * shape), height: longSide };
  }
  const match = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(size);
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  const inLimits = (side: number) => side >= capability.minimumSide && side <= capability.maximumSide;
  const fitsRatio = ratio === undefined || Math.abs(width / height / ratio - 1) <= 0.02;
  return inLimits(width) && inLimits(height) && fitsRatio ? { width, height } : undefined;
}
