/**
 * Parts of schemas that read each field on its own. What a service sends beside a paid result must not make the result unreadable: a value
 * of another type counts as unknown, and an entry that cannot be read is left out.
 */
import * as z from "zod/mini";

/** Absent, null, or not of this schema: unknown. */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(z.nullable(schema)), undefined);
}

/** A number, also written as text. */
export const lenientNumber = z.optional(z.pipe(z.unknown(), z.transform(readNumber)));

/** A text, also written as a number. */
export const lenientText = z.optional(z.pipe(z.unknown(), z.transform(readText)));

/** A list of what can be read. One value instead of a list is a list of one. */
export function lenientList<Schema extends z.ZodMiniType>(entry: Schema) {
  const read = (value: unknown): z.infer<Schema>[] | null | undefined => {
    if (value === undefined || value === null) return value;
    return [value].flat().flatMap((one: unknown): z.infer<Schema>[] => {
      const parsed = entry.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
  };
  return z.optional(z.pipe(z.unknown(), z.transform(read)));
}

function readNumber(value: unknown): number | null | undefined {
  if (value === null) return null;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function readText(value: unknown): string | null | undefined {
  if (value === null) return null;
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}
