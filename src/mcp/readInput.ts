import * as z from "zod/mini";
import { ToolError } from "./toolError.ts";

/** Longest description of what is wrong, in UTF-16 code units: it repeats names that somebody else chose. */
const longestReason = 600;

/** The arguments of a call, by the tool's schema. Throws ToolError with every argument that is wrong. */
export function readInput<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.infer<Schema> {
  const read = schema.safeParse(given ?? {});
  if (read.success) return read.data;
  throw new ToolError(`The arguments are not valid. ${z.prettifyError(read.error)}`.slice(0, longestReason));
}
