/** The messages from the library's panel to its host. */
import * as z from "zod/mini";
import { libraryQuerySchema } from "./libraryQuery.ts";

const message = <const Type extends string, const Fields extends z.core.$ZodShape>(type: Type, fields: Fields) =>
  z.object({ type: z.literal(type), ...fields });

/** Entries of one page: more are not sent at once. */
export const pageSize = 100;

/** More results are not compared at once. */
export const mostCompared = 8;

/** Bytes of a small copy of an image. */
export const largestThumbnail = 256 * 1024;

const position = z.number().check(z.int(), z.nonnegative());

/** What is done with one result, as the commands do it. */
const libraryActions = [
  "open",
  "reveal",
  "insertLink",
  "copyPrompt",
  "howMade",
  "runAgain",
  "moreLikeThis",
  "useAsReference",
  "attachToChat",
  "saveDocument",
  "saveAgain",
  "delete",
] as const;
export type LibraryAction = (typeof libraryActions)[number];

/** Each of them a webview under attack could send: the host checks what it names. */
const toLibraryHostSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  /** Answered by `found`, and then by `facets`. `request`: numbers the questions; what answers an earlier one is not shown. */
  message("find", { request: position, query: libraryQuerySchema }),
  /** A page of what the last `find` found; answered by `page`. */
  message("readPage", { request: position, page: position }),
  /** Answered by `details`, and then by `links`. */
  message("describe", { number: position }),
  /** Answered by `compared`. */
  message("compare", { numbers: z.array(position).check(z.maxLength(mostCompared)) }),
  /** By keys of the tasks. */
  message("comparePrompts", { tasks: z.tuple([z.string(), z.string()]) }),
  /** The content of a result that the panel cannot load by itself; answered by `content`. */
  message("readContent", { number: position }),
  /** A small copy of a result's image, for the next time. */
  message("keepThumbnail", { number: position, data: z.instanceof(Uint8Array).check(z.refine((data) => data.length <= largestThumbnail)) }),
  /** `others`: all that are selected, itself among them. */
  message("act", { number: position, action: z.enum(libraryActions), others: z.optional(z.array(position)) }),
  /** The file could not be shown: it may be gone without word of that. */
  message("cannotShow", { number: position }),
  /** A document of the last `links`. */
  message("openLink", { document: z.string(), line: position }),
  /** Asks for another name of the result's file. */
  message("rename", { number: position }),
  message("mark", { number: position, rating: z.optional(position), favourite: z.optional(z.boolean()) }),
  z.object({ type: z.literal("trust") }),
]);
export type ToLibraryHost = z.infer<typeof toLibraryHostSchema>;

export function readToLibraryHost(value: unknown): ToLibraryHost | undefined {
  const read = toLibraryHostSchema.safeParse(value);
  return read.success ? read.data : undefined;
}
