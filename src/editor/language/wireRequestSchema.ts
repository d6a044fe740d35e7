import * as z from "zod/mini";
import { kinds } from "../../contract/kind.ts";
import { v1MediaRequestSchema } from "../../contract/media.ts";
import { responseRequestSchema } from "../../contract/responseRequest.ts";
import { v2RequestSchema } from "../../contract/v2.ts";

/** A request as it is sent to the service, from any source. */
export const wireRequestSchema = z.union([
  z.object({ interface: z.literal("v1"), kind: z.literal("text"), body: responseRequestSchema }),
  v1MediaRequestSchema,
  z.object({ interface: z.literal("v2"), kind: z.enum(kinds), body: v2RequestSchema }),
]);
