import type * as z from "zod/mini";
import { describeIssues } from "../../contract/describeIssue.ts";
import { ToolError } from "../toolError.ts";

/** Limit for an error description in UTF-16 code units, because it contains names that the caller chose. */
const longestReason = 600;

/** Parses the arguments of a call with the tool's schema. Throws ToolError that lists every invalid argument. */
export function readInput<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.infer<Schema> {
  const read = schema.safeParse(given ?? {});
  if (read.success) return read.data;
  throw new ToolError(`The arguments are not valid. ${describeIssues(read.error)}.`.slice(0, longestReason));
}
