/** The request to a media model, in the terms of the interface, with its files already loaded. */
import type { AddedField, addedFields } from "./addedFields.ts";
import type { FilePart } from "./inputParts.ts";
import type { MediaKind } from "./kind.ts";

/** A file of a request. `part` is the kind of input part that contained it. */
export interface InputFile {
  mediaType: string;
  name: string | undefined;
  bytes: Uint8Array;
  part: FilePart;
  /** The address from which it was loaded, if a provider can load it from there as well. */
  link?: string | undefined;
}

interface ValueTypes {
  integer: number;
  number: number;
  text: string;
  flag: boolean;
  choice: string;
  file: InputFile;
}
/** The values of a request whose files are loaded. */
export type AddedValues = { [N in AddedField]?: ValueTypes[(typeof addedFields)[N]["type"]] | undefined };

/** Settings of an image, at `/images` and in the `image_generation` tool. Source: spec, "Tool objects". */
export interface ImageSettings {
  size?: string | undefined;
  quality?: string | undefined;
  aspectRatio?: string | undefined;
}

export interface ImageRequest extends ImageSettings {
  kind: "image";
  model: string;
  prompt: string;
  references: InputFile[];
  added?: AddedValues;
}

export interface AudioRequest {
  kind: "audio";
  model: string;
  text: string;
  /** undefined: the model's first voice and format; only v2 leaves them out. */
  voice: string | undefined;
  format: string | undefined;
  /** 1 is the voice's normal speed; undefined: the same, but not specified. */
  speed: number | undefined;
  added?: AddedValues;
}

export interface VideoRequest {
  kind: "video";
  model: string;
  prompt: string;
  /** Aspect ratio, as the spec's video field `size`. */
  size?: string | undefined;
  quality?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  references: InputFile[];
  added?: AddedValues;
}

type MediaRequestTypes = { image: ImageRequest; audio: AudioRequest; video: VideoRequest };
/** The request of a kind; one member for each kind. */
export type MediaGenerationRequest<K extends MediaKind = MediaKind> = MediaRequestTypes[K];

/** A source of an answer; `start` and `end` (exclusive) are UTF-16 indexes into its text. */
export interface TextCitation {
  url: string;
  title: string;
  start: number;
  end: number;
}
