/** A query of the library: search text, filters and order. */
import * as z from "zod/mini";

export const librarySorts = ["newest", "oldest", "cost", "size", "rating"] as const;

export const facetNames = ["kind", "provider", "model", "tool", "month", "day", "cost", "folder"] as const;
export type FacetName = (typeof facetNames)[number];

const values = z.array(z.string());
/** Missing in panel state stored by an earlier version. */
const later = z._default(values, []);

export const libraryQuerySchema = z.object({
  text: z.string(),
  /** For each facet, the values that are included; empty: all. */
  chosen: z.object({ kind: values, provider: later, model: values, tool: later, month: values, day: later, cost: later, folder: values }),
  /** Only favourites. */
  favourites: z.boolean(),
  sort: z.enum(librarySorts),
  /** Combines results of the same prompt into one entry. */
  stacked: z._default(z.boolean(), true),
  /** Only the results of this stack. */
  stack: z.optional(z.number()),
});
export type LibraryQuery = z.infer<typeof libraryQuerySchema>;

/** All results, newest first. */
export const wholeLibrary: LibraryQuery = {
  text: "",
  chosen: { kind: [], provider: [], model: [], tool: [], month: [], day: [], cost: [], folder: [] },
  favourites: false,
  sort: "newest",
  stacked: true,
};

/** Whether the query excludes anything. */
export function isNarrowed({ text, chosen, favourites }: LibraryQuery): boolean {
  return favourites || text.trim() !== "" || Object.values(chosen).some(({ length }) => length > 0);
}
