import * as z from "zod/mini";

/** The keyword that marks what the built-in service adds to the interface. */
export const additionKeyword = "x-addition";

/** A part of a schema that the interface does not list. */
export function addition<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return schema.check(z.meta({ description: `${description} An addition of the built-in service.`, [additionKeyword]: true }));
}
