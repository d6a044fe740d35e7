/** The messages from the host to the library's panel. */
import * as z from "zod/mini";
import { kinds } from "../contract/kind.ts";

const entrySchema = z.object({
  /** Names the result as long as its task is in the journal, or its file stays as it is. */
  number: z.number(),
  /** Key of its task; absent: a file of the workspace that says itself how it was made. */
  task: z.optional(z.string()),
  /** Of its file. */
  name: z.string(),
  uri: z.string(),
  kind: z.enum(kinds),
  mediaType: z.string(),
  /** The beginning of it; a file may not say it. */
  prompt: z.string(),
  /** Empty: the file does not say it. */
  model: z.string(),
  /** Unix milliseconds. */
  createdAt: z.number(),
  cost: z.optional(z.number()),
  /** Bytes. */
  size: z.number(),
  rating: z.number(),
  favourite: z.boolean(),
  /** Nothing is at its place, and nothing in the workspace has its content. */
  isMissing: z.optional(z.boolean()),
  /**
   * The address that the panel loads it from. `content`: the host reads it, on another file system for instance. absent: nothing may be read, or it
   * is too large to be read.
   */
  source: z.optional(z.union([z.object({ address: z.string() }), z.literal("content")])),
  /** The address of a small copy of an image. */
  thumbnail: z.optional(z.string()),
  /** Of results of the same prompt, and how many of them were found; absent where it is alone. */
  stack: z.optional(z.object({ id: z.number(), size: z.number() })),
});
export type PanelEntry = z.infer<typeof entrySchema>;

const counts = z.array(z.object({ value: z.string(), count: z.number() }));
const facetsSchema = z.object({
  kind: counts,
  /** `""`: the model's id names none. */
  provider: counts,
  model: counts,
  /** The program that made it; `""`: this one, `unknown`: the file does not say it. */
  tool: counts,
  month: counts,
  day: counts,
  /** The limits of a range, the upper one absent where there is none; `""`: the service reported no cost. */
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
  /** The images that it was made from: results, or what is said of them. `image`: a data URI. */
  references: z.array(z.object({ label: z.string(), entry: z.optional(entrySchema), image: z.optional(z.string()) })),
  /** The newest results that were made from it. */
  made: z.array(entrySchema),
});
export type PanelReference = PanelDetails["references"][number];
export type PanelDetails = z.infer<typeof detailsSchema>;

const linkSchema = z.object({
  /** URI of a document that links to the file. */
  document: z.string(),
  /** As a person finds it in the workspace. */
  name: z.string(),
  /** From 0. */
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
  /** With the first page. `isTrusted`: whether files of the workspace are shown. */
  z.object({
    type: z.literal("found"),
    request: z.number(),
    /** A stack is one entry. */
    total: z.number(),
    results: z.number(),
    entries: z.array(entrySchema),
    isTrusted: z.boolean(),
  }),
  z.object({ type: z.literal("facets"), request: z.number(), facets: facetsSchema }),
  z.object({ type: z.literal("page"), request: z.number(), page: z.number(), entries: z.array(entrySchema) }),
  /** `details` is absent where the result is not in the journal any more. */
  z.object({ type: z.literal("details"), number: z.number(), details: z.optional(detailsSchema) }),
  /** After `details`: the documents of the workspace are read for it. */
  z.object({ type: z.literal("links"), number: z.number(), links: z.array(linkSchema) }),
  /** Without those that are not in the journal any more. */
  z.object({ type: z.literal("compared"), numbers: z.array(z.number()), results: z.array(comparedSchema) }),
  /** `data` is absent where it cannot be read. */
  z.object({ type: z.literal("content"), number: z.number(), data: z.optional(z.instanceof(Uint8Array)) }),
  /** Something was saved, marked or removed: what is shown is out of date. */
  z.object({ type: z.literal("changed") }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);
export type ToLibrary = z.infer<typeof toLibrarySchema>;

export function readToLibrary(value: unknown): ToLibrary | undefined {
  const read = toLibrarySchema.safeParse(value);
  return read.success ? read.data : undefined;
}
