/** The data that the MCP server sends to the view of a result in the client. Source: MCP Apps, 2026-01-26. */
import * as z from "zod/mini";
import { kinds } from "./kind.ts";

/** URI of the view among the server's resources, and its media type. */
export const viewUri = "ui://generation-studio/result.html";
export const viewMediaType = "text/html;profile=mcp-app";
/** The name of the protocol's extension. */
export const viewExtension = "io.modelcontextprotocol/ui";
/** The protocol version that both sides use. */
export const viewProtocol = "2026-01-26";
/** In `_meta` of an answer: the data of the view. In `_meta` of an image in it: the address of the file of which it is a thumbnail. */
export const viewFactsKey = "generation-studio/view";
export const thumbnailOfKey = "generation-studio/thumbnailOf";
/** Size limit in bytes of a file that is sent to a client as a resource. */
export const largestResource = 32 * 1024 * 1024;

const fileSchema = z.object({
  uri: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  /** Path in the workspace, with `/`. */
  path: z.string(),
});
export type ViewFile = z.infer<typeof fileSchema>;

const taskSchema = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  model: z.string(),
  /** The beginning of the prompt. */
  prompt: z.string(),
  state: z.enum(["running", "saved", "failed"]),
  cost: z.optional(z.number()),
  /** Of the cost; undefined: that of the service. */
  unit: z.optional(z.string()),
  files: z.array(fileSchema),
});
export type ViewTask = z.infer<typeof taskSchema>;

export const viewFactsSchema = z.object({
  tasks: z.array(taskSchema),
  /** Whether the same call generates another result. */
  repeats: z.boolean(),
  /** The tool that was called. */
  tool: z.string(),
  /** The longest time that `get_task` waits. */
  waitSeconds: z.number(),
});
export type ViewFacts = z.infer<typeof viewFactsSchema>;
