/** Describes an invalid message from the panel's page for the log, without its values. */
import * as z from "zod/mini";
import { toHostSchema } from "../../chat/messages/toHost.ts";

const namedSchema = z.object({ type: z.string() });

export function describeRefused(value: unknown): string {
  const named = namedSchema.safeParse(value);
  const type = toHostSchema.def.options
    .flatMap((option) => [...option.def.shape.type.def.values])
    .find((known) => known === named.data?.type);
  if (type === undefined) return "Ignored an invalid message of the chat panel: its type is not known.";
  const fields = toHostSchema.safeParse(value).error?.issues.map(({ path }) => path.join(".")) ?? [];
  return `Ignored an invalid message of the chat panel: ${type} with ${fields.join(", ")}.`;
}
