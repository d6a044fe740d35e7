/** What the library shows: a search, what it is narrowed down to, and its order. */
import * as z from "zod/mini";

// zod compiles schemas with `new Function` where it may; the panel's content security policy forbids that, and reports each try.
z.config({ jitless: true });

export const librarySorts = ["newest", "oldest", "cost", "size", "rating"] as const;

export const facetNames = ["kind", "provider", "model", "tool", "month", "day", "cost", "folder"] as const;
export type FacetName = (typeof facetNames)[number];

const values = z.array(z.string());
/** A panel of an earlier version did not remember it. */
const later = z._default(values, []);

export const libraryQuerySchema = z.object({
  text: z.string(),
  /** Of each facet the values of which any may be; none: all. */
  chosen: z.object({ kind: values, provider: later, model: values, tool: later, month: values, day: later, cost: later, folder: values }),
  /** Only what is marked as favourite. */
  favourites: z.boolean(),
  sort: z.enum(librarySorts),
  /** Results of the same prompt are one. */
  stacked: z._default(z.boolean(), true),
  /** Only the results of one of these. */
  stack: z.optional(z.number()),
});
export type LibraryQuery = z.infer<typeof libraryQuerySchema>;

/** Everything, newest first. */
export const wholeLibrary: LibraryQuery = {
  text: "",
  chosen: { kind: [], provider: [], model: [], tool: [], month: [], day: [], cost: [], folder: [] },
  favourites: false,
  sort: "newest",
  stacked: true,
};

/** Whether the query leaves something out. */
export function isNarrowed({ text, chosen, favourites }: LibraryQuery): boolean {
  return favourites || text.trim() !== "" || Object.values(chosen).some(({ length }) => length > 0);
}
