/** The kinds of output, the two interface versions, and the facts about them. */
import type { FormatName } from "./fileFormats.ts";

/** The kinds of output. Source: spec, "What the service does", 1. */
export const kinds = ["text", "image", "audio", "video"] as const;
export type Kind = (typeof kinds)[number];

/** The kinds that are files and, in v1, polled tasks. */
export const mediaKinds = ["image", "audio", "video"] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The interface versions. Source: spec, "Versioning". */
export const interfaceVersions = ["v1", "v2"] as const;
export type InterfaceVersion = (typeof interfaceVersions)[number];

interface KindFacts {
  /** The last path segment of its endpoint under `/api/v1`. Source: spec, "Endpoints". */
  path: string;
  /** The value of the v2 field `type`. Source: spec, "POST /api/v2". */
  v2Type: string;
  /** What the ids of its tasks in v1 begin with. Source: spec, "Endpoints". */
  idPrefix: string;
  /** The v1 field of its main text. */
  textField: "input" | "prompt";
  /** Whether a request takes reference images. */
  takesImages: boolean;
  /** Whether a style may be added to its prompt. Text has `instructions`, and audio speaks its prompt. */
  takesStyles: boolean;
  /** The element, or its like, that shows a file of the kind. */
  shownAs: "text" | "image" | "audio" | "video";
  /** The format that a generated file of the kind usually has, if nothing else is known. */
  usualFormat: FormatName;
  /** Its codicon. */
  icon: string;
  /** Its name in English, with an article. */
  name: string;
  /** Its name within identifiers, such as those of tools and of the interface's schemas. */
  identifier: string;
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
    idPrefix: "resp",
    textField: "input",
    takesImages: false,
    takesStyles: false,
    shownAs: "text",
    usualFormat: "md",
    icon: "symbol-text",
    name: "a text",
    identifier: "Text",
    demoModel: "demo-text",
    example: "Write a short story about a lighthouse keeper.",
    workers: 16,
  },
  image: {
    path: "images",
    v2Type: "out_image",
    idPrefix: "img",
    textField: "prompt",
    takesImages: true,
    takesStyles: true,
    shownAs: "image",
    usualFormat: "png",
    icon: "file-media",
    name: "an image",
    identifier: "Image",
    demoModel: "demo-image",
    example: "A lighthouse at dusk, painted in watercolours.",
    workers: 4,
  },
  audio: {
    path: "audios",
    v2Type: "out_audio",
    idPrefix: "aud",
    textField: "input",
    takesImages: false,
    takesStyles: false,
    shownAs: "audio",
    usualFormat: "mp3",
    icon: "unmute",
    name: "an audio",
    identifier: "Audio",
    demoModel: "flite",
    example: "The light turns all night, so that ships find their way.",
    workers: 4,
  },
  video: {
    path: "videos",
    v2Type: "out_video",
    idPrefix: "vid",
    textField: "prompt",
    takesImages: true,
    takesStyles: true,
    shownAs: "video",
    usualFormat: "mp4",
    icon: "device-camera-video",
    name: "a video",
    identifier: "Video",
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
