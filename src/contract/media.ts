/** Bodies of `/images`, `/audios` and `/videos`: request schemas, accepted task, task status. Source: spec, sections of the same names. */
import * as z from "zod/mini";
import { addedValueSchemas } from "./addedFields.ts";
import { type MediaKind, mediaKinds } from "./kind.ts";
import { lenient, lenientNumber, lenientText } from "./lenient.ts";
import { lenientProgress } from "./progress.ts";
import { readTaskStatus } from "./taskStatus.ts";
import { usageSchema } from "./usage.ts";

/** A reference image: a URL or a base64 data URI. */
const referenceImageSchema = z.looseObject({ type: z.literal("input_image"), image_url: z.string() });

const referenceImages = z.optional(z.array(referenceImageSchema).check(z.describe("Reference images: URLs or base64 data URIs.")));

/**
 * The fields that a user can choose, beside the model, the text and the images: those of the interface, and the added ones. Bodies, v2's names, questions of the
 * editor, tools of agents, prompt documents and the checks of values are derived from it.
 */
export const mediaOptions = {
  image: {
    size: z.optional(z.string().check(z.describe("How large the image is, e.g. `1k`, `1024x1024`; each model has its own sizes."))),
    quality: z.optional(
      z.string().check(z.describe("How much work goes into the image, e.g. `low`, `medium`, `high`; each model has its own levels.")),
    ),
    aspect_ratio: z.optional(
      z.string().check(z.describe("Width to height of the image, e.g. `1:1`, `4:3`, `9:16`; each model has its own shapes.")),
    ),
    ...addedValueSchemas("image"),
  },
  audio: {
    voice: z.string().check(z.describe("Who speaks; each model has its own voices.")),
    format: z.string().check(z.describe("How the sound is stored, e.g. `mp3`, `wav`, `opus`, `flac`; each model has its own formats.")),
    speed: z.optional(z.number().check(z.describe("How fast the voice speaks, e.g. 0.25, 1.0, 1.5, 2.0; each model has its own range."))),
    ...addedValueSchemas("audio"),
  },
  video: {
    size: z.optional(z.string().check(z.describe("Width to height of the video, e.g. `16:9`, `9:16`; each model has its own shapes."))),
    quality: z.optional(
      z.string().check(z.describe("How many lines the video has, e.g. `720p`, `1080p`, `4k`, `2K`; each model has its own.")),
    ),
    duration: z.optional(z.int().check(z.describe("How many seconds it lasts, e.g. 4, 6, 8; each model has its own lengths."))),
    ...addedValueSchemas("video"),
  },
} as const satisfies Record<MediaKind, Record<string, z.core.$ZodType>>;

/** The name of an option of any kind, as in v1. */
export type OptionName = { [K in MediaKind]: keyof (typeof mediaOptions)[K] }[MediaKind];

const imageRequestSchema = z.looseObject({
  model: z.string().check(z.describe("Image model name.")),
  prompt: z.string().check(z.describe("Request text.")),
  ...mediaOptions.image,
  image: referenceImages,
});
const videoRequestSchema = z.looseObject({
  model: z.string().check(z.describe("Video model name.")),
  prompt: z.string().check(z.describe("Request text.")),
  ...mediaOptions.video,
  image: referenceImages,
});
const audioRequestSchema = z.looseObject({
  model: z.string().check(z.describe("Speech (TTS) model name.")),
  input: z.string().check(z.describe("Text to speak.")),
  ...mediaOptions.audio,
});
/** The request schema of each media endpoint. */
export const mediaRequestSchemas = { image: imageRequestSchema, audio: audioRequestSchema, video: videoRequestSchema } as const;
type MediaRequests = { [K in MediaKind]: z.infer<(typeof mediaRequestSchemas)[K]> };
/** A request of v1 with its kind: one member for each kind. */
export type V1MediaRequest<K extends MediaKind = MediaKind> = { [P in K]: { interface: "v1"; kind: P; body: MediaRequests[P] } }[K];

const schemas: { readonly [K in MediaKind]: z.ZodMiniType<MediaRequests[K]> } = mediaRequestSchemas;

/** The result of checking a request: its issues have paths in the body. */
export type CheckedRequest<Request> = { success: true; data: Request } | { success: false; error: { issues: readonly z.core.$ZodIssue[] } };

/** Checks a body of the kind. */
export function parseMediaRequest<K extends MediaKind>(kind: K, body: object): CheckedRequest<V1MediaRequest<K>> {
  const { success, data, error } = schemas[kind].safeParse(body);
  return success ? { success, data: { interface: "v1", kind, body: data } } : { success, error };
}

/** Requests of every kind. */
export const v1MediaRequestSchema = z.pipe(
  z.object({ interface: z.literal("v1"), kind: z.enum(mediaKinds), body: z.looseObject({}) }),
  z.transform(({ kind, body }, context): V1MediaRequest => {
    const checked = parseMediaRequest(kind, body);
    if (checked.success) return checked.data;
    for (const issue of checked.error.issues) {
      context.issues.push({ code: "custom", path: ["body", ...issue.path], input: body });
    }
    return z.NEVER;
  }),
);

/** The reference images of a request; empty if its kind has none. */
export function referenceImagesOf({ body }: V1MediaRequest): z.infer<typeof referenceImageSchema>[] {
  return referenceImages.safeParse(body.image).data ?? [];
}

/** The id of an accepted task, also as a number: a task that was accepted may be billed. */
export const acceptedId = z.pipe(z.union([z.string().check(z.minLength(1)), z.number()]), z.transform(String));

/** Body of the 202 answer. `polling_url` is informative: the spec does not show its content. */
export const acceptedTaskSchema = z.union([
  z.looseObject({ id: acceptedId, polling_url: lenientText }),
  z.pipe(
    z.looseObject({ task_id: acceptedId, polling_url: lenientText }),
    z.transform(({ task_id: id, ...others }) => ({ ...others, id })),
  ),
]);

const mediaTaskFields = z.looseObject({
  id: lenientText,
  status: lenientText,
  created: lenientNumber,
  /** A list of `{b64_json}`; the client reads each entry on its own. */
  data: z.optional(z.unknown()),
  usage: lenient(usageSchema),
  format: lenient(z.string()),
  error: z.optional(z.unknown()),
  /** Of an unfinished task, if the client has asked for it. */
  progress: lenientProgress,
});
const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Body of a poll, read field by field. `status` may be unknown: then the client waits. Without one, it follows from the files or the error. */
export const mediaTaskSchema = z.pipe(
  mediaTaskFields.check(z.refine(({ status, data, error }) => [status, data, error].some(isGiven), { path: ["status"] })),
  z.transform(({ status, ...task }) => {
    const read = status ? readTaskStatus(status) : isGiven(task.data) ? "completed" : isGiven(task.error) ? "failed" : undefined;
    return { ...task, status: read ?? status ?? "" };
  }),
);
export type MediaTask = z.infer<typeof mediaTaskSchema>;
