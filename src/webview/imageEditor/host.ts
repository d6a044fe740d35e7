/** The connection of the image editor's page to its host. */
import * as z from "zod/mini";
import { purposes, readToImageEditor, type ToImageEditor } from "../../imageEditor/toImageEditor.ts";
import type { ToImageEditorHost } from "../../imageEditor/toImageEditorHost.ts";
import { connectHost, type PageHost } from "../connectHost.ts";

const rememberedSchema = z.object({
  /** URI with which the host restores the image. */
  target: z.optional(z.string()),
  purpose: z.optional(z.enum(purposes)),
  prompt: z.string(),
  model: z.optional(z.string()),
});

export type Host = PageHost<ToImageEditorHost, ToImageEditor, z.infer<typeof rememberedSchema>>;

export function connectImageEditorHost(): Host {
  return connectHost({ read: readToImageEditor, schema: rememberedSchema, first: { prompt: "" } });
}
