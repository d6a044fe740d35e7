/** The messages from the library's panel to its host. */
import * as z from "zod/mini";
import { libraryQuerySchema } from "./libraryQuery.ts";
import { resultActionNames } from "./resultActions.ts";

const message = <const Type extends string, const Fields extends z.core.$ZodShape>(type: Type, fields: Fields) =>
  z.object({ type: z.literal(type), ...fields });

/** Maximum number of entries in a page, which is sent at once. */
export const pageSize = 100;

/** Maximum number of results that can be compared. */
export const mostCompared = 8;

/** Bytes of a thumbnail. */
export const largestThumbnail = 256 * 1024;

const position = z.number().check(z.int(), z.nonnegative());

/** A compromised webview could send any of these, so the host checks what they name. */
const toLibraryHostSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  /** Answered by `found`, and then by `facets`. `request`: number of the request; answers to earlier requests are ignored. */
  message("find", { request: position, query: libraryQuerySchema }),
  /** Requests a page of the last `find`; answered by `page`. */
  message("readPage", { request: position, page: position }),
  /** Answered by `details`, and then by `links`. */
  message("describe", { number: position }),
  /** Answered by `compared`. */
  message("compare", { numbers: z.array(position).check(z.maxLength(mostCompared)) }),
  /** By task key. */
  message("comparePrompts", { tasks: z.tuple([z.string(), z.string()]) }),
  /** Requests the content of a result that the panel cannot load itself; answered by `content`. */
  message("readContent", { number: position }),
  /** A thumbnail of a result's image, to store for the next time. */
  message("keepThumbnail", { number: position, data: z.instanceof(Uint8Array).check(z.refine((data) => data.length <= largestThumbnail)) }),
  /** `others`: all selected results, including this one. `saveAgain`: the file is missing. */
  message("act", { number: position, action: z.enum([...resultActionNames, "saveAgain"]), others: z.optional(z.array(position)) }),
  /** The file could not be shown; it may have been deleted unnoticed. */
  message("cannotShow", { number: position }),
  /** Opens a document of the last `links`. */
  message("openLink", { document: z.string(), line: position }),
  message("mark", { number: position, rating: z.optional(position), favourite: z.optional(z.boolean()) }),
  z.object({ type: z.literal("trust") }),
]);
export type ToLibraryHost = z.infer<typeof toLibraryHostSchema>;

export function readToLibraryHost(value: unknown): ToLibraryHost | undefined {
  return toLibraryHostSchema.safeParse(value).data;
}
