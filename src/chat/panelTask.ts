/** A task as the panel shows it: the transcript has its key alone, and the journal has all else. */
import * as z from "zod/mini";

const taskFileSchema = z.object({
  name: z.string(),
  uri: z.string(),
  mediaType: z.string(),
  /** Where the panel loads it from; absent: it cannot be shown in the panel. */
  source: z.optional(z.string()),
});
export type PanelTaskFile = z.infer<typeof taskFileSchema>;

/** What the user may do with a task. `retry` and `change` start another one, which is billed. */
export const taskActions = ["stop", "follow", "saveAgain", "details", "open", "insertLink", "retry", "change"] as const;
export type TaskAction = (typeof taskActions)[number];

export const panelTaskSchema = z.object({
  key: z.string(),
  /** `ended`: without a file, as `note` says. */
  state: z.enum(["running", "saved", "ended"]),
  /** What a running task is at, or why there is no file. */
  note: z.string(),
  files: z.array(taskFileSchema),
  /** Of those that fit here. */
  actions: z.array(z.enum(taskActions)),
  /** What helps outside of the chat. */
  help: z.optional(z.enum(["setKey", "openAccountPage", "openSettings"])),
});
export type PanelTask = z.infer<typeof panelTaskSchema>;
