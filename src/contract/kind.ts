/** The kinds of output, the two interface generations, and the facts about them. */
import type { FormatName } from "./fileFormats.ts";

/** The kinds of output. Source: spec, "What the service does", 1. */
export const kinds = ["text", "image", "audio", "video"] as const;
export type Kind = (typeof kinds)[number];

/** The kinds that are files and, in v1, polled tasks. */
export const mediaKinds = ["image", "audio", "video"] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The interface generations. Source: spec, "Versioning". */
export const interfaceGenerations = ["v1", "v2"] as const;
export type InterfaceGeneration = (typeof interfaceGenerations)[number];

interface KindFacts {
  /** The last path segment of its endpoint under `/api/v1`. Source: spec, "Endpoints". */
  path: string;
  /** The value of the v2 field `type`. Source: spec, "POST /api/v2". */
  v2Type: string;
  /** The format that a generated file of the kind usually has, if nothing else is known. */
  usualFormat: FormatName;
  /** Its codicon. */
  icon: string;
  /** Its name in English, with an article. */
  name: string;
  /** The demo's model for it. */
  demoModel: string;
  /** A prompt for a new document. */
  example: string;
  /** Tasks that a service generates at once, unless it is configured. */
  workers: number;
}

/** The only list of the facts about kinds. */
export const kindTable = {
  text: {
    path: "responses",
    v2Type: "out_text",
    usualFormat: "md",
    icon: "symbol-text",
    name: "a text",
    demoModel: "demo-text",
    example: "Write a short story about a lighthouse keeper.",
    workers: 16,
  },
  image: {
    path: "images",
    v2Type: "out_image",
    usualFormat: "png",
    icon: "file-media",
    name: "an image",
    demoModel: "demo-image",
    example: "A lighthouse at dusk, painted in watercolours.",
    workers: 4,
  },
  audio: {
    path: "audios",
    v2Type: "out_audio",
    usualFormat: "mp3",
    icon: "unmute",
    name: "an audio",
    demoModel: "demo-voice",
    example: "The light turns all night, so that ships find their way.",
    workers: 4,
  },
  video: {
    path: "videos",
    v2Type: "out_video",
    usualFormat: "mp4",
    icon: "device-camera-video",
    name: "a video",
    demoModel: "demo-video",
    example: "Waves break below a lighthouse while its beam turns.",
    workers: 2,
  },
} as const satisfies Record<Kind, KindFacts>;

/** A value for each kind. */
export function forKinds<Value>(make: (kind: Kind) => Value): Record<Kind, Value> {
  return { text: make("text"), image: make("image"), audio: make("audio"), video: make("video") };
}

/** The kind of a v2 `type`; undefined: unknown. */
export function kindOfV2Type(type: unknown): Kind | undefined {
  return kinds.find((kind) => kindTable[kind].v2Type === type);
}
