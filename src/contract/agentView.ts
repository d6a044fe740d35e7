/** What the server for agents gives to the view that a client shows beside an answer. Source: MCP Apps, 2026-01-26. */
import * as z from "zod/mini";
import { kinds } from "./kind.ts";

/** Of the view among the server's resources, and its media type. */
export const viewUri = "ui://generation-studio/result.html";
export const viewMediaType = "text/html;profile=mcp-app";
/** The name of the protocol's extension. */
export const viewExtension = "io.modelcontextprotocol/ui";
/** The protocol's version that both sides speak. */
export const viewProtocol = "2026-01-26";
/** In `_meta` of an answer: what the view shows. In `_meta` of an image of it: the address of the file that it is a thumbnail of. */
export const viewFactsKey = "generation-studio/view";
export const thumbnailOfKey = "generation-studio/thumbnailOf";
/** Bytes of a file that is given to a client as a resource. */
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
  /** Its beginning. */
  prompt: z.string(),
  state: z.enum(["running", "saved", "failed"]),
  /** In units of the balance. */
  cost: z.optional(z.number()),
  files: z.array(fileSchema),
});
export type ViewTask = z.infer<typeof taskSchema>;

export const viewFactsSchema = z.object({
  tasks: z.array(taskSchema),
  /** Whether the same call makes another one. */
  repeats: z.boolean(),
  /** The tool that was called. */
  tool: z.string(),
  /** Longest time that `get_task` waits. */
  waitSeconds: z.number(),
});
export type ViewFacts = z.infer<typeof viewFactsSchema>;
