/** The connection of the image editor's page to its host. */
import * as z from "zod/mini";
import { purposes, readToImageEditor, type ToImageEditor } from "../../imageEditor/toImageEditor.ts";
import { extensionSchema, type ToImageEditorHost } from "../../imageEditor/toImageEditorHost.ts";
import { connectHost, type PageHost } from "../connectHost.ts";

const rememberedSchema = z.object({
  /** URI with which the host restores the image. */
  target: z.optional(z.string()),
  purpose: z.optional(z.enum(purposes)),
  prompt: z.string(),
  model: z.optional(z.string()),
  extension: z.optional(extensionSchema),
  /** Runs of the mask; undefined: nothing is painted, or too much to be stored. */
  mask: z.optional(z.array(z.number())),
});

export type Host = PageHost<ToImageEditorHost, ToImageEditor, z.infer<typeof rememberedSchema>>;

export function connectImageEditorHost(): Host {
  return connectHost({ read: readToImageEditor, schema: rememberedSchema, first: { prompt: "" } });
}
