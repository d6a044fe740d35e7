/** The calls of the library's page, and what its host pushes. */
import * as z from "zod/mini";
import { kinds } from "../contract/kind.ts";
import { type CallReply, nothing, type PanelProtocol, type Push } from "../contract/panelProtocol.ts";
import { libraryQuerySchema } from "./libraryQuery.ts";
import { resultActionNames } from "./resultActions.ts";

/** Maximum number of entries in a page, which is sent at once. */
export const pageSize = 100;

/** Maximum number of results that can be compared. */
export const mostCompared = 8;

/** Bytes of a thumbnail. */
export const largestThumbnail = 256 * 1024;

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
  /** No trained model made it, but code of the built-in service. */
  isMadeByCode: z.optional(z.boolean()),
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
  /** The codec of its sound, which VS Code cannot play. */
  unheard: z.optional(z.string()),
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

const foundSchema = z.object({
  /** A stack counts as one entry. */
  total: z.number(),
  results: z.number(),
  /** The first page. */
  entries: z.array(entrySchema),
  /** Whether files of the workspace may be shown. */
  isTrusted: z.boolean(),
});

const position = z.number().check(z.int(), z.nonnegative());
const one = z.object({ number: position });

export const libraryProtocol = {
  calls: {
    ready: [nothing, nothing],
    /** `request`: number of the search, which its pages repeat. `error`: why it failed. */
    find: [z.object({ request: position, query: libraryQuerySchema }), z.union([foundSchema, z.object({ error: z.string() })])],
    /** Of the last `find`. */
    readFacets: [nothing, z.object({ facets: z.optional(facetsSchema) })],
    /** Of the last `find`. */
    readPage: [z.object({ request: position, page: position }), z.object({ entries: z.array(entrySchema) })],
    /** `details` is absent if the result is no longer in the journal. Its links are pushed, because the documents must be read first. */
    describe: [one, z.object({ details: z.optional(detailsSchema) })],
    /** Results that are no longer in the journal are left out. */
    compare: [z.object({ numbers: z.array(position).check(z.maxLength(mostCompared)) }), z.object({ results: z.array(comparedSchema) })],
    /** By task key. */
    comparePrompts: [z.object({ tasks: z.tuple([z.string(), z.string()]) }), nothing],
    /** The content of a result that the panel cannot load itself; absent if it cannot be read. */
    readContent: [one, z.object({ data: z.optional(z.instanceof(Uint8Array)) })],
    /** A thumbnail of a result's image, to store for the next time. */
    keepThumbnail: [
      z.object({ number: position, data: z.instanceof(Uint8Array).check(z.refine((data) => data.length <= largestThumbnail)) }),
      nothing,
    ],
    /** `others`: all selected results, including this one. `saveAgain`: the file is missing. */
    act: [
      z.object({ number: position, action: z.enum([...resultActionNames, "saveAgain"]), others: z.optional(z.array(position)) }),
      nothing,
    ],
    /** The file could not be shown; it may have been deleted unnoticed. */
    cannotShow: [one, nothing],
    /** Opens a document of the last `links`. */
    openLink: [z.object({ document: z.string(), line: position }), nothing],
    mark: [z.object({ number: position, rating: z.optional(position), favourite: z.optional(z.boolean()) }), nothing],
    trust: [nothing, nothing],
    addProvider: [nothing, nothing],
  },
  pushes: z.discriminatedUnion("type", [
    /** A page again: some of its files were found to be missing, or exist again. */
    z.object({ type: z.literal("page"), request: z.number(), page: z.number(), entries: z.array(entrySchema) }),
    /** The documents that link to the result that was described last. */
    z.object({ type: z.literal("links"), number: z.number(), links: z.array(linkSchema) }),
    /** Something was saved, marked or removed, so what is shown is out of date. */
    z.object({ type: z.literal("changed") }),
  ]),
} as const satisfies PanelProtocol;

export type LibraryFound = CallReply<typeof libraryProtocol, "find">;
export type LibraryPush = Push<typeof libraryProtocol>;
