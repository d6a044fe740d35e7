/** The messages from the host to the page of the image editor. */
import * as z from "zod/mini";
import { modelRowSchema } from "../contract/modelRow.ts";
import { progressSchema } from "../contract/progress.ts";

// zod compiles schemas with `new Function` if it can. The panel's content security policy forbids that and reports each attempt.
z.config({ jitless: true });

/** What can be done with an image. */
export const purposes = ["edit", "variations", "upscale", "removeBackground"] as const;
export type Purpose = (typeof purposes)[number];

const modelSchema = z.extend(modelRowSchema, {
  /** Whether the service announces that the model takes a mask. */
  takesMask: z.boolean(),
  /** The announced limits of how far a result departs from the image. */
  strength: z.optional(z.object({ minimum: z.number(), maximum: z.number() })),
  /** The announced factors of enlarging. */
  upscale: z.array(z.string()),
  /** Whether the model can do nothing else. */
  onlyUpscales: z.boolean(),
  /** Whether the service announces that the model makes transparent backgrounds. */
  isTransparent: z.boolean(),
});
export type EditingModel = z.infer<typeof modelSchema>;

/** Whether the service announces what the purpose needs. */
export function servesPurpose({ upscale, onlyUpscales, isTransparent }: EditingModel, purpose: Purpose): boolean {
  switch (purpose) {
    case "edit":
    case "variations":
      return !onlyUpscales;
    case "upscale":
      return upscale.length > 0;
    case "removeBackground":
      return isTransparent;
  }
}

const pixels = z.number().check(z.int(), z.nonnegative(), z.maximum(100_000));
export const extensionSchema = z.object({ top: pixels, right: pixels, bottom: pixels, left: pixels });

export const paintedSchema = z.object({
  extension: extensionSchema,
  /** Runs of the mask of the extended image; undefined: nothing is painted. */
  mask: z.optional(z.instanceof(Uint8Array)),
});
export type Painted = z.infer<typeof paintedSchema>;

const resultSchema = z.object({
  name: z.string(),
  address: z.string(),
  /** Whether it may take the place of the image: beside it, and in its format. */
  canReplace: z.boolean(),
});
export type EditedResult = z.infer<typeof resultSchema>;

const toImageEditorSchema = z.discriminatedUnion("type", [
  /** The image, as it is displayed. `target`: its URI, by which the panel is restored later. */
  z.object({
    type: z.literal("image"),
    target: z.string(),
    name: z.string(),
    address: z.string(),
    width: z.number(),
    height: z.number(),
    /** Only its mask is asked for, by `useMask`; nothing is generated. */
    isOnlyMasked: z.optional(z.boolean()),
    /** What an earlier page has painted. */
    painted: z.optional(paintedSchema),
  }),
  /** The models that are able to edit an image. */
  z.object({ type: z.literal("models"), models: z.array(modelSchema), chosen: z.optional(z.string()) }),
  /** What the user has chosen to do. */
  z.object({ type: z.literal("purpose"), purpose: z.enum(purposes) }),
  /** `progress`: how far the only task is. */
  z.object({ type: z.literal("running"), note: z.string(), progress: z.optional(progressSchema) }),
  /** A request has ended. `error`: why nothing, or not everything, was generated. */
  z.object({ type: z.literal("ended"), results: z.array(resultSchema), error: z.optional(z.string()) }),
  /** What the user decided about results was done. `left`: what is still there of them; `isReplaced`: the image is one of them now. */
  z.object({ type: z.literal("decided"), note: z.string(), left: z.array(resultSchema), isReplaced: z.boolean() }),
  /** There is no image to edit. */
  z.object({ type: z.literal("nothing"), because: z.enum(["gone", "restricted"]) }),
]);
export type ToImageEditor = z.infer<typeof toImageEditorSchema>;

export function readToImageEditor(value: unknown): ToImageEditor | undefined {
  return toImageEditorSchema.safeParse(value).data;
}
