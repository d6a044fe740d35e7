/** Reads the parts of a tool's answer that the view shows. */
import * as z from "zod/mini";
import { thumbnailOfKey, type ViewFacts, viewFactsKey, viewFactsSchema } from "../../contract/agentView.ts";

export const toolResultSchema = z.object({
  content: z._default(
    z.array(
      z.object({
        type: z.string(),
        text: z.optional(z.string()),
        data: z.optional(z.string()),
        mimeType: z.optional(z.string()),
        _meta: z.optional(z.record(z.string(), z.unknown())),
      }),
    ),
    [],
  ),
  isError: z.optional(z.boolean()),
  _meta: z.optional(z.record(z.string(), z.unknown())),
});
type ToolResult = z.infer<typeof toolResultSchema>;

export interface ReadResult {
  isError: boolean;
  /** The text for the agent. */
  text: string;
  /** undefined: the answer has no data for the view. */
  facts: ViewFacts | undefined;
  /** Data URIs by the files' addresses. */
  thumbnails: ReadonlyMap<string, string>;
}

export function readToolResult({ content, isError = false, _meta }: ToolResult): ReadResult {
  const thumbnails = content.flatMap(({ type, data, mimeType, _meta: meta }) => {
    const file = meta?.[thumbnailOfKey];
    const address = type === "image" ? dataAddress(mimeType, data) : undefined;
    return address === undefined || typeof file !== "string" ? [] : [[file, address] as const];
  });
  return {
    isError,
    text: content.flatMap(({ type, text }) => (type === "text" && text !== undefined ? text : [])).join("\n"),
    facts: viewFactsSchema.safeParse(_meta?.[viewFactsKey]).data,
    thumbnails: new Map(thumbnails),
  };
}

const shown = /^(?:image\/(?:png|jpeg|webp|gif|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** undefined: a media type that the view does not show. */
export function dataAddress(mediaType: string | undefined, base64: string | undefined): string | undefined {
  if (mediaType === undefined || base64 === undefined || !shown.test(mediaType)) return undefined;
  return `data:${mediaType};base64,${base64}`;
}
