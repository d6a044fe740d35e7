/**
 * How far an unfinished task is: an addition to the polls of media tasks and to v2's status. A client asks for it with the query `progress=true`,
 * for a model that announces `progress`.
 */
import * as z from "zod/mini";

/** What a client adds to the address of a poll. */
export const progressQuery = { name: "progress", value: "true" } as const;

/** Longest preview as base64, in characters: of an image of 64 KiB. */
export const longestPreview = 88_000;
const preview = z.string().check(z.maxLength(longestPreview), z.regex(/^data:image\/(?:png|jpeg);base64,[\w+/]+=*$/));

export const progressSchema = z.object({
  percent: z.optional(z.number().check(z.minimum(0), z.maximum(100), z.describe("Part that is done, as the engine reports it."))),
  queue_position: z.optional(
    z.int().check(z.minimum(1), z.describe("Place in the engine's queue: 1 is the next one. Absent while the engine works on it.")),
  ),
  preview: z.optional(preview.check(z.describe("A small image of the state so far, as a data URI."))),
});
export type Progress = z.infer<typeof progressSchema>;

/** The progress that another service reports, read field by field: undefined if there is none. */
export function readProgress(value: unknown): Progress | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = Object.entries(progressSchema.shape).flatMap(([name, schema]): [string, unknown][] => {
    const read = schema.safeParse(Reflect.get(value, name));
    return read.success && read.data !== undefined ? [[name, read.data]] : [];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** A field with the progress that another service reports. */
export const lenientProgress = z.optional(z.pipe(z.unknown(), z.transform(readProgress)));
