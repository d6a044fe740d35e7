/** The messages from the page of the image editor to its host. */
import * as z from "zod/mini";
import { extensionSchema, paintedSchema, purposes } from "./toImageEditor.ts";

/** The largest number of results of one request. */
export const mostResults = 4;

/** Of an extended image; larger ones are not decoded. */
export const mostPixels = 40_000_000;

const editSchema = z.object({
  type: z.literal("generate"),
  purpose: z.enum(purposes),
  prompt: z.string().check(z.minLength(1)),
  model: z.string(),
  count: z.number().check(z.int(), z.positive(), z.maximum(mostResults)),
  extension: extensionSchema,
  /** Runs of the mask of the extended image; undefined: nothing is painted. */
  mask: z.optional(z.instanceof(Uint8Array)),
  strength: z.optional(z.number()),
  /** A factor of enlarging. */
  upscale: z.optional(z.string()),
});
export type EditMessage = z.infer<typeof editSchema>;

/** A compromised webview could send any of these, so the host checks what they name. */
const toImageEditorHostSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  editSchema,
  /** What is painted so far, which is kept if the tab is closed. */
  z.extend(paintedSchema, { type: z.literal("painted") }),
  /** Runs of the mask that was asked for. */
  z.object({ type: z.literal("useMask"), mask: z.instanceof(Uint8Array) }),
  z.object({ type: z.literal("stop") }),
  /** What is done with a result of the last request: it takes the place of the image, is deleted, or is edited next. */
  z.object({
    type: z.enum(["replace", "discard", "editResult"]),
    /** Among the results that are left. */
    position: z.number().check(z.int(), z.nonnegative()),
  }),
  /** The results stay beside the image. */
  z.object({ type: z.literal("keep") }),
  /** Closes the tab. */
  z.object({ type: z.literal("done") }),
  z.object({ type: z.literal("addProvider") }),
  z.object({ type: z.literal("trust") }),
]);
export type ToImageEditorHost = z.infer<typeof toImageEditorHostSchema>;

export function readToImageEditorHost(value: unknown): ToImageEditorHost | undefined {
  return toImageEditorHostSchema.safeParse(value).data;
}
