/** Generates an MP4 file with H.264 for a video request. */
import h264 from "h264-mp4-encoder";
import type { VideoRequest } from "../../contract/generationRequest.ts";
import { ratioOf } from "../../contract/imageSize.ts";
import { findDemoModel, type VideoModel } from "../capabilities.ts";
import { coloursOf, decodeReferences } from "../image/makeImage.ts";
import { paintCaption } from "../image/paintCaption.ts";
import { paintReferences } from "../image/paintReferences.ts";
import { paintScene } from "../image/paintScene.ts";
import { imagineScene } from "../image/scene.ts";

import type { MediaResult } from "../request.ts";
import { finishMp4 } from "./finishMp4.ts";

/** Frames per second: scenes move slowly, and each frame takes about 50 ms. */
const rate = 12;

/** H.264 with half-size colour planes only supports even sides. */
const even = (side: number) => Math.round(side / 2) * 2;

/** Size in pixels and number of frames of a video. */
export function videoShape(request: VideoRequest, model: VideoModel): { width: number; height: number; frames: number } {
  const quality = Object.keys(model.qualities).find((name) => name.toLowerCase() === request.quality?.toLowerCase());
  const shortSide = model.qualities[quality ?? model.defaultQuality] ?? 480;
  const ratio = ratioOf(request.size ?? model.aspectRatios[0] ?? "16:9") ?? 1;
  const [width, height] = ratio >= 1 ? [shortSide * ratio, shortSide] : [shortSide, shortSide / ratio];
  return { width: even(width), height: even(height), frames: rate * (request.duration ?? model.defaultDuration) };
}

export async function makeVideo(request: VideoRequest): Promise<MediaResult> {
  const model = findDemoModel(request.model);
  if (model?.kind !== "video") throw new RangeError("The request was not checked.");
  const { width, height, frames } = videoShape(request, model);
  const images = await decodeReferences(request.references);
  const scene = imagineScene(request.prompt, coloursOf(images), request.added);
  const period = rate * 2;
  const encoder = await h264.createH264MP4Encoder();
  try {
    Object.assign(encoder, { width, height, frameRate: rate, groupOfPictures: period, quantizationParameter: 26, speed: 8 });
    encoder.initialize();
    for (let frame = 0; frame < frames; frame += 1) {
      const canvas = paintScene(scene, width, height, 2, frame / rate);
      paintReferences(canvas, images);
      paintCaption(canvas, request.prompt);
      encoder.addFrameRgba(canvas.data);
    }
    encoder.finalize();
    const bytes = finishMp4(encoder.FS.readFile(encoder.outputFilename), frames, period);
    return { kind: "video", bytes, mediaType: "video/mp4", format: "mp4" };
  } finally {
    encoder.delete();
  }
}
