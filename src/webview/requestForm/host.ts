/** The connection of the form's page to its host, which has the values. */
import * as z from "zod/mini";
import { readToForm, type ToForm } from "../../requestForm/toForm.ts";
import type { ToFormHost } from "../../requestForm/toFormHost.ts";
import { connectHost, type PageHost } from "../connectHost.ts";

/** `kept`: as in `ToForm`. */
const rememberedSchema = z.object({ kept: z.optional(z.unknown()) });

export type Host = PageHost<ToFormHost, ToForm, z.infer<typeof rememberedSchema>>;

export function connectFormHost(): Host {
  return connectHost({ read: readToForm, schema: rememberedSchema, first: {} });
}
