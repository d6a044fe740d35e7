/** A task as the panel shows it. A turn has only its key; everything else comes from the journal. */
import * as z from "zod/mini";
import { progressSchema } from "../../contract/progress.ts";
import { lazily } from "../lazySchemas.ts";

const taskFileSchema = lazily(() =>
  z.object({
    /** Its number in the library. */
    number: z.number(),
    name: z.string(),
    uri: z.string(),
    mediaType: z.string(),
    /** The address that the panel loads it from; absent: the panel cannot show it. */
    source: z.optional(z.string()),
    /** The codec of its sound, which VS Code cannot play. */
    unheard: z.optional(z.string()),
  }),
);
export type PanelTaskFile = z.infer<ReturnType<typeof taskFileSchema>>;

/** Actions for a task. `retry` and `change` start a new task, which is billed. */
export const taskActions = ["stop", "cancel", "follow", "saveAgain", "details", "retry", "change"] as const;
export type TaskAction = (typeof taskActions)[number];

export const panelTaskSchema = lazily(() =>
  z.object({
    key: z.string(),
    /** `ended`: without a file; `note` says why. */
    state: z.enum(["running", "saved", "ended"]),
    /** The state of a running task, or why there is no file, or not every file. */
    note: z.string(),
    files: z.array(taskFileSchema()),
    /** The context keys that are set of what a model can do with images. */
    announced: z.optional(z.array(z.string())),
    /** The actions that are possible now. */
    actions: z.array(z.enum(taskActions)),
    /** How far a running task is. */
    progress: z.optional(progressSchema),
    /** An action outside the chat that helps. */
    help: z.optional(z.enum(["setKey", "openAccountPage", "openSettings"])),
  }),
);
export type PanelTask = z.infer<ReturnType<typeof panelTaskSchema>>;
