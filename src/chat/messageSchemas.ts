/** Shorthands for schemas of messages. */
import * as z from "zod/mini";

export const message = <const Type extends string, const Fields extends z.core.$ZodShape>(type: Type, fields: Fields) =>
  z.object({ type: z.literal(type), ...fields });
export const simpleMessage = <const Type extends string>(type: Type) => z.object({ type: z.literal(type) });
