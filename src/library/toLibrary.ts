/** The messages from the host to the library's panel. */
import * as z from "zod/mini";
import { kinds } from "../contract/kind.ts";

const entrySchema = z.object({
  /** Identifies the result while its task is in the journal or, without a task, while its file does not change. */
  number: z.number(),
  /** Key of its task; absent: a file of the workspace with metadata about how it was generated. */
  task: z.optional(z.string()),
  /** Name of its file. */
  name: z.string(),
  uri: z.string(),
  kind: z.enum(kinds),
  mediaType: z.string(),
  /** The beginning of the prompt; may be empty if the file's metadata have none. */
  prompt: z.string(),
  /** Empty: not in the file's metadata. */
  model: z.string(),
  /** Unix milliseconds. */
  createdAt: z.number(),
  /** Bytes. */
  size: z.number(),
  rating: z.number(),
  favourite: z.boolean(),
  /** There is no file at its location, and no file in the workspace has its content. */
  isMissing: z.optional(z.boolean()),
  /**
   * How the panel gets the content. An address: the panel loads it. `content`: the host reads it, for example from another file system.
   * Absent: it may not be read or is too large.
   */
  source: z.optional(z.union([z.object({ address: z.string() }), z.literal("content")])),
  /** The address of an image's thumbnail. */
  thumbnail: z.optional(z.string()),
  /** The stack of results of the same prompt, and the number of them in the search result; absent if there is only one. */
  stack: z.optional(z.object({ id: z.number(), size: z.number() })),
});
export type PanelEntry = z.infer<typeof entrySchema>;

const counts = z.array(z.object({ value: z.string(), count: z.number() }));
const facetsSchema = z.object({
  kind: counts,
  /** `""`: the model's id has no provider. */
  provider: counts,
  model: counts,
  /** The program that generated it; `""`: this one, `unknown`: not in the file's metadata. */
  tool: counts,
  month: counts,
  day: counts,
  /** Names of ranges; see `costRangeName.ts`. */
  cost: counts,
  folder: counts,
  favourites: z.number(),
});
export type PanelFacets = z.infer<typeof facetsSchema>;

const detailsSchema = z.object({
  entry: entrySchema,
  prompt: z.string(),
  /** Names and values. */
  facts: z.array(z.tuple([z.string(), z.string()])),
  /** The images that it was generated from: results, or a description. `image`: a data URI. */
  references: z.array(z.object({ label: z.string(), entry: z.optional(entrySchema), image: z.optional(z.string()) })),
  /** The context keys that are set of what a model can do with images. */
  announced: z.array(z.string()),
  /** The newest results that were generated from it. */
  made: z.array(entrySchema),
});
export type PanelReference = PanelDetails["references"][number];
export type PanelDetails = z.infer<typeof detailsSchema>;

const linkSchema = z.object({
  /** URI of a document that links to the file. */
  document: z.string(),
  /** Path in the workspace, for the user. */
  name: z.string(),
  /** Zero-based. */
  line: z.number(),
});
export type PanelLink = z.infer<typeof linkSchema>;

const comparedSchema = z.object({
  entry: entrySchema,
  prompt: z.string(),
  /** Names and values. */
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type ComparedResult = z.infer<typeof comparedSchema>;

const toLibrarySchema = z.discriminatedUnion("type", [
  /** Includes the first page. `isTrusted`: whether files of the workspace may be shown. */
  z.object({
    type: z.literal("found"),
    request: z.number(),
    /** A stack counts as one entry. */
    total: z.number(),
    results: z.number(),
    entries: z.array(entrySchema),
    isTrusted: z.boolean(),
  }),
  z.object({ type: z.literal("facets"), request: z.number(), facets: facetsSchema }),
  z.object({ type: z.literal("page"), request: z.number(), page: z.number(), entries: z.array(entrySchema) }),
  /** `details` is absent if the result is no longer in the journal. */
  z.object({ type: z.literal("details"), number: z.number(), details: z.optional(detailsSchema) }),
  /** Sent after `details`, because the documents of the workspace must be read first. */
  z.object({ type: z.literal("links"), number: z.number(), links: z.array(linkSchema) }),
  /** Results that are no longer in the journal are left out. */
  z.object({ type: z.literal("compared"), numbers: z.array(z.number()), results: z.array(comparedSchema) }),
  /** `data` is absent if it cannot be read. */
  z.object({ type: z.literal("content"), number: z.number(), data: z.optional(z.instanceof(Uint8Array)) }),
  /** Something was saved, marked or removed, so what is shown is out of date. */
  z.object({ type: z.literal("changed") }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);
export type ToLibrary = z.infer<typeof toLibrarySchema>;

export function readToLibrary(value: unknown): ToLibrary | undefined {
  return toLibrarySchema.safeParse(value).data;
}
