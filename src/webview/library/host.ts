/** The connection of the library's panel to its host. */
import * as z from "zod/mini";
import type { libraryProtocol } from "../../library/libraryProtocol.ts";
import { libraryQuerySchema, wholeLibrary } from "../../library/libraryQuery.ts";
import type { PageHost, PageState } from "../connectHost.ts";
import { compareModes } from "./compareModes.ts";

const rememberedSchema = z.object({
  query: libraryQuerySchema,
  /** Position of the last active result. */
  active: z.number(),
  hasDetails: z.boolean(),
  hasFilters: z.boolean(),
  /** The compared results, if the comparison is shown. */
  compared: z.optional(z.array(z.number())),
  compareMode: z.optional(z.enum(compareModes)),
  /** Numbers of the selected results, with the keys of their tasks. */
  selected: z._default(z.array(z.tuple([z.number(), z.string()])), []),
});

export type Remembered = z.infer<typeof rememberedSchema>;
export type Host = PageHost<typeof libraryProtocol, Remembered>;

export const pageState: PageState<Remembered> = {
  schema: rememberedSchema,
  first: { query: wholeLibrary, active: 0, hasDetails: false, hasFilters: false, selected: [] },
};
