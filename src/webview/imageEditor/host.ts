/** The connection of the image editor's page to its host. */
import * as z from "zod/mini";
import { type imageEditorProtocol, purposes } from "../../imageEditor/imageEditorProtocol.ts";
import type { PageHost, PageState } from "../connectHost.ts";

const rememberedSchema = z.object({
  /** URI with which the host restores the image. */
  target: z.optional(z.string()),
  purpose: z.optional(z.enum(purposes)),
  prompt: z.string(),
  model: z.optional(z.string()),
});

type Remembered = z.infer<typeof rememberedSchema>;
export const pageState: PageState<Remembered> = { schema: rememberedSchema, first: { prompt: "" } };
export type Host = PageHost<typeof imageEditorProtocol, Remembered>;
