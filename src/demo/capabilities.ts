/** The demo models and the values that each of them accepts. */

import { demoOwner } from "../contract/builtInModels.ts";
import type { InputFile } from "../contract/generationRequest.ts";
import type { Kind } from "../contract/kind.ts";
import { type AudioFormat, audioFormats } from "../media/sounds/audioFormats.ts";

interface Model<OutputKind extends Kind> {
  id: string;
  kind: OutputKind;
  /** Provider, lowercase. */
  ownedBy: string;
  /** Unix seconds. */
  released: number;
}

interface TextModel extends Model<"text"> {
  /** Accepts images, audio and video in addition to text, and may draw: the `image_generation` tool. */
  multimodal: boolean;
  inputParts: readonly InputFile["part"][];
  efforts: readonly ("low" | "medium" | "high")[];
}

/** The values of `size`, `quality` and `aspect_ratio` that a drawing model accepts; the first of each list is the default. */
export interface ImageCapability {
  /** Name of a size and the pixels of its longer side. */
  sizes: Readonly<Record<string, number>>;
  defaultSize: string;
  /** Pixels of each side, for sizes written as `1024x768`. */
  minimumSide: number;
  maximumSide: number;
  qualities: readonly ImageQuality[];
  defaultQuality: ImageQuality;
  aspectRatios: readonly string[];
  references: number;
}
export type ImageQuality = "low" | "medium" | "high";
interface ImageModel extends Model<"image">, ImageCapability {}

interface AudioModel extends Model<"audio"> {
  voices: readonly VoiceName[];
  formats: readonly AudioFormat[];
  minimumSpeed: number;
  maximumSpeed: number;
  /** Longest text, in characters (Unicode code points). */
  maximumCharacters: number;
}
/** Voices of Flite: a woman (slt) and a man (rms), who speak American English. */
export const voiceNames = ["slt", "rms"] as const;
export type VoiceName = (typeof voiceNames)[number];

export interface VideoModel extends Model<"video"> {
  aspectRatios: readonly string[];
  /** Name of a quality and the pixels of its shorter side. */
  qualities: Readonly<Record<string, number>>;
  defaultQuality: string;
  /** Seconds. */
  durations: readonly number[];
  defaultDuration: number;
  references: number;
}

export type DemoModel = TextModel | ImageModel | AudioModel | VideoModel;

const ratios = ["1:1", "4:3", "3:4", "3:2", "2:3", "16:9", "9:16"] as const;
const efforts = ["low", "medium", "high"] as const;
const released = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day) / 1000;

const demoText: TextModel = {
  id: "demo-text",
  kind: "text",
  ownedBy: demoOwner,
  released: released(2026, 1, 12),
  multimodal: false,
  inputParts: ["file", "image", "audio", "video"],
  efforts,
};
const demoImage: ImageModel = {
  id: "demo-image",
  kind: "image",
  ownedBy: demoOwner,
  released: released(2026, 3, 3),
  sizes: { "512": 512, "1k": 1024, "2k": 2048 },
  defaultSize: "1k",
  minimumSide: 64,
  maximumSide: 2048,
  qualities: efforts,
  defaultQuality: "medium",
  aspectRatios: ratios,
  references: 4,
};
const voice: AudioModel = {
  id: "flite",
  kind: "audio",
  ownedBy: "flite",
  released: released(2020, 8, 13),
  voices: voiceNames,
  formats: audioFormats,
  minimumSpeed: 0.25,
  maximumSpeed: 4,
  maximumCharacters: 20_000,
};
const demoVideo: VideoModel = {
  id: "demo-video",
  kind: "video",
  ownedBy: demoOwner,
  released: released(2026, 5, 4),
  aspectRatios: ["16:9", "9:16", "1:1", "4:3", "3:4"],
  qualities: { "480p": 480, "720p": 720, "1080p": 1080 },
  defaultQuality: "720p",
  durations: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  defaultDuration: 4,
  references: 4,
};

/** Enlarges images, with Anime4K: real, of this machine and free. */
export const upscaler = {
  id: "anime4k",
  ownedBy: "anime4k",
  released: released(2021, 9, 26),
  factor: "2",
  mediaTypes: ["image/png", "image/jpeg", "image/webp"],
  /** Of the image that is enlarged. */
  maximumPixels: 4096 * 4096,
} as const;

/** Every demo model, in the order of the catalogue. */
export const demoModels: readonly DemoModel[] = [
  demoText,
  {
    ...demoText,
    id: "demo-text-mini",
    released: released(2025, 10, 6),
    inputParts: ["file"],
    efforts: ["low"],
  },
  { ...demoText, id: "demo-multimodal", released: released(2026, 4, 20), multimodal: true },
  demoImage,
  {
    ...demoImage,
    id: "demo-image-pro",
    released: released(2026, 6, 15),
    sizes: { ...demoImage.sizes, "4k": 4096 },
    maximumSide: 4096,
    defaultQuality: "high",
    aspectRatios: [...ratios, "21:9"],
    references: 8,
  },
  voice,
  demoVideo,
  {
    ...demoVideo,
    id: "demo-video-lite",
    released: released(2025, 12, 1),
    aspectRatios: ["16:9", "9:16"],
    qualities: { "360p": 360, "480p": 480 },
    defaultQuality: "480p",
    durations: [2, 4, 6],
    references: 1,
  },
];

/** The demo model of that name, or undefined. */
export function findDemoModel(id: string): DemoModel | undefined {
  return demoModels.find((model) => model.id === id);
}

/** The values that `demo-multimodal` accepts in the `image_generation` tool: the same as `demo-image`. */
export const imageToolCapability: ImageCapability = demoImage;
