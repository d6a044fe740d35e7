/** Shorthands for schemas of messages. */
import * as z from "zod/mini";

export const message = <const Type extends string, const Fields extends z.core.$ZodShape>(type: Type, fields: Fields) =>
  z.object({ type: z.literal(type), ...fields });
export const simpleMessage = <const Type extends string>(type: Type) => z.object({ type: z.literal(type) });

/** Its schema is built when it is read for the first time. */
export function lazyMessage<const Type extends string, const Fields extends z.core.$ZodShape>(type: Type, fields: () => Fields) {
  return { type, schema: lazily(() => message(type, fields())) };
}

/** Returns a function that calls `build` once, and then returns its result. */
export function lazily<Built>(build: () => Built): () => Built {
  let built: Built | undefined;
  return () => (built ??= build());
}
