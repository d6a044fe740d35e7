/**
 * The fields of media requests that are additions to the interface: the only list of them. A service announces each of them in the
 * `capabilities` of the models that take it, and only then it is sent.
 */
import * as z from "zod/mini";
import type { MediaKind } from "./kind.ts";

const rangeSchema = z.object({ minimum: z.number(), maximum: z.number() });
export type Range = z.infer<typeof rangeSchema>;

type ImageOrVideo = readonly ["image", "video"];
const images = ["image"] as const;
const imagesAndVideos: ImageOrVideo = ["image", "video"];
const videos = ["video"] as const;
const speech = ["audio"] as const;

/** `kinds`: where the field exists. `announced`: the schema of its entry in `capabilities`. */
const numeric = <Kinds extends readonly MediaKind[]>(type: "integer" | "number", kinds: Kinds, description: string) => {
  const value = type === "integer" ? z.int() : z.number();
  return { type, kinds, value: z.optional(value.check(z.describe(description))), announced: z.optional(rangeSchema) };
};
const text = <Kinds extends readonly MediaKind[]>(kinds: Kinds, description: string) => ({
  type: "text" as const,
  kinds,
  value: z.optional(z.string().check(z.describe(description))),
  announced: z.optional(z.literal(true)),
});
const choice = <Kinds extends readonly MediaKind[]>(kinds: Kinds, description: string) => ({
  type: "choice" as const,
  kinds,
  value: z.optional(z.string().check(z.describe(description))),
  announced: z.optional(z.array(z.string())),
});
const file = <Kinds extends readonly MediaKind[]>(kinds: Kinds, description: string) => ({
  ...text(kinds, description),
  type: "file" as const,
});

const flag = <Kinds extends readonly MediaKind[]>(kinds: Kinds, description: string) => ({
  type: "flag" as const,
  kinds,
  value: z.optional(z.boolean().check(z.describe(description))),
  announced: z.optional(z.literal(true)),
});

export const addedFields = {
  n: numeric("integer", images, "How many images the task makes; a service that bills charges for each."),
  seed: numeric("integer", imagesAndVideos, "Start of the random numbers: the same request with the same seed makes the same result."),
  negative_prompt: text(imagesAndVideos, "What the result must not show."),
  strength: numeric("number", images, "How far the result departs from the reference image: from 0, the same, to 1, another one."),
  steps: numeric("integer", imagesAndVideos, "Number of steps of the diffusion: more take longer."),
  guidance: numeric("number", imagesAndVideos, "How closely the result follows the prompt."),
  mask: file(images, "PNG of the size of the first reference image: only what is transparent in it changes. URL or base64 data URI."),
  background: choice(images, "Background of the image, e.g. `auto`, `transparent`, `opaque`; depends on the model."),
  upscale: choice(images, "Factor by which the first reference image is enlarged, e.g. `2`, `4`; depends on the model."),
  output_format: choice(images, "File format of the image, e.g. `png`, `jpeg`, `webp`; depends on the model."),
  last_frame: file(videos, "Image with which the video ends. URL or base64 data URI."),
  generate_audio: flag(videos, "Whether the video has sound."),
  fps: numeric("integer", videos, "Frames per second of the video."),
  voice_instructions: text(speech, "How the text is to be spoken: mood, pace, accent."),
  language: text(speech, "The language that is spoken, as its code, e.g. `en`, `de`, `pt-BR`; depends on the model."),
} as const;

type Table = typeof addedFields;
export type AddedField = keyof Table;
/** The added fields of a kind. */
type AddedFieldOf<K extends MediaKind> = { [N in AddedField]: K extends Table[N]["kinds"][number] ? N : never }[AddedField];

/** The names, in the order of the table. */
export const addedNames = Object.keys(addedFields) as readonly AddedField[];

export function isAddedField(name: string): name is AddedField {
  return Object.hasOwn(addedFields, name);
}

/** Whether the field says how a reference image changes, so that it means nothing without one. */
export function changesImage(name: AddedField): boolean {
  return name === "mask" || name === "strength" || name === "upscale";
}

/** Whether requests of the kind have the field. */
export function hasAddedField(kind: MediaKind, name: AddedField): boolean {
  return addedFields[name].kinds.some((known) => known === kind);
}

/** Schemas of the fields of a kind, for its body. */
export function addedValueSchemas<K extends MediaKind>(kind: K): { [N in AddedFieldOf<K>]: Table[N]["value"] } {
  const entries = addedNames.filter((name) => hasAddedField(kind, name)).map((name) => [name, addedFields[name].value]);
  return Object.fromEntries(entries);
}

/** Schemas of the entries in `capabilities`: limits of a number, the values of a choice, or `true`. */
export function announcedSchemas(): { [N in AddedField]: Table[N]["announced"] } {
  return Object.fromEntries(addedNames.map((name) => [name, addedFields[name].announced])) as { [N in AddedField]: Table[N]["announced"] };
}
