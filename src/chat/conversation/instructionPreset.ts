/** Instructions saved under a name. */
import * as z from "zod/mini";

export const presetSchema = z.object({ name: z.string(), text: z.string() });
export type InstructionPreset = z.infer<typeof presetSchema>;
