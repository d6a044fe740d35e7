/** A request as it is sent to the service, from any source. */
import * as z from "zod/mini";
import { kinds } from "./kind.ts";
import { v1MediaRequestSchema } from "./media.ts";
import { responseRequestSchema } from "./responseRequest.ts";
import { v2RequestSchema } from "./v2.ts";

const textRequestSchema = z.object({ interface: z.literal("v1"), kind: z.literal("text"), body: responseRequestSchema });
/** What becomes a task of the service. */
export const taskRequestSchema = z.union([
  v1MediaRequestSchema,
  z.object({ interface: z.literal("v2"), kind: z.enum(kinds), body: v2RequestSchema }),
]);
export const wireRequestSchema = z.union([textRequestSchema, taskRequestSchema]);

export type TextWireRequest = z.infer<typeof textRequestSchema>;
export type TaskRequest = z.infer<typeof taskRequestSchema>;
export type WireRequest = TextWireRequest | TaskRequest;
