/** The kinds of output, the two interface generations, and the paths that belong to them. */
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

/** The last path segment of each media endpoint under `/api/v1`. Source: spec, "Endpoints". */
export const mediaPaths = { image: "images", audio: "audios", video: "videos" } as const satisfies Record<MediaKind, string>;

/** The value of the v2 field `type` for each kind. Source: spec, "POST /api/v2". */
export const v2Types = { text: "out_text", image: "out_image", audio: "out_audio", video: "out_video" } as const satisfies Record<
  Kind,
  string
>;

/** The format that a generated file of the kind usually has, if nothing else is known. */
export const usualFormats = { text: "md", image: "png", audio: "mp3", video: "mp4" } as const satisfies Record<Kind, FormatName>;
