/** The calls of the image editor's page, and what its host pushes. */
import * as z from "zod/mini";
import { modelRowSchema } from "../contract/modelRow.ts";
import { type CallReply, nothing, type PanelProtocol } from "../contract/panelProtocol.ts";
import { progressSchema } from "../contract/progress.ts";

/** The largest number of results of one request. */
export const mostResults = 4;

/** Of an extended image; larger ones are not decoded. */
export const mostPixels = 40_000_000;

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

const paintedSchema = z.object({
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

const editSchema = z.object({
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
export type Edit = z.infer<typeof editSchema>;

/** `error`: why nothing, or not everything, was generated. Absent: nothing was sent. */
/** `note`: what is to say of a request that was stopped. */
const endedSchema = z.optional(z.object({ results: z.array(resultSchema), error: z.optional(z.string()), note: z.optional(z.string()) }));

/** Among the results that are left. */
const positionSchema = z.object({ position: z.number().check(z.int(), z.nonnegative()) });

/** `left`: what is still there of the results; `isReplaced`: the image is one of them now. Absent: nothing was done. */
const decidedSchema = z.optional(z.object({ note: z.string(), left: z.array(resultSchema), isReplaced: z.boolean() }));

const pushSchema = z.discriminatedUnion("type", [
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
  /** There is no image to edit. */
  z.object({ type: z.literal("nothing"), because: z.enum(["gone", "restricted"]) }),
]);
export type ImageEditorPush = z.infer<typeof pushSchema>;

/** Of a page whose image is only masked. */
export const maskProtocol = {
  calls: {
    ready: [nothing, nothing],
    /** What is painted so far, which is kept if the tab is closed. */
    painted: [paintedSchema, nothing],
    /** Runs of the mask that was asked for. */
    useMask: [z.object({ mask: z.instanceof(Uint8Array) }), nothing],
  },
  pushes: pushSchema,
} as const satisfies PanelProtocol;

export const imageEditorProtocol = {
  calls: {
    ...maskProtocol.calls,
    /** Ends when the request has ended. */
    generate: [editSchema, endedSchema],
    stop: [nothing, nothing],
    /** The result takes the place of the image. */
    replace: [positionSchema, decidedSchema],
    discard: [positionSchema, decidedSchema],
    /** The results stay beside the image. */
    keep: [nothing, decidedSchema],
    /** The result is edited next. */
    editResult: [positionSchema, nothing],
    /** Closes the tab. */
    done: [nothing, nothing],
    addProvider: [nothing, nothing],
    trust: [nothing, nothing],
  },
  pushes: pushSchema,
} as const satisfies PanelProtocol;

export type Ended = NonNullable<CallReply<typeof imageEditorProtocol, "generate">>;
export type Decided = NonNullable<CallReply<typeof imageEditorProtocol, "replace">>;
