import * as z from "zod/mini";
import { kinds } from "../../contract/kind.ts";
import { mediaRequestSchemas } from "../../contract/media.ts";
import { responseRequestSchema } from "../../contract/responseRequest.ts";
import { v2RequestSchema } from "../../contract/v2.ts";

/** A request as it is sent to the service, from any source. */
export const wireRequestSchema = z.union([
  z.object({ interface: z.literal("v1"), kind: z.literal("text"), body: responseRequestSchema }),
  z.object({ interface: z.literal("v1"), kind: z.literal("image"), body: mediaRequestSchemas.image }),
  z.object({ interface: z.literal("v1"), kind: z.literal("audio"), body: mediaRequestSchemas.audio }),
  z.object({ interface: z.literal("v1"), kind: z.literal("video"), body: mediaRequestSchemas.video }),
  z.object({ interface: z.literal("v2"), kind: z.enum(kinds), body: v2RequestSchema }),
]);
