/** The connection to the host: checked messages, and the state that the panel keeps over a reload. */
import * as z from "zod/mini";
import { libraryQuerySchema, wholeLibrary } from "../../library/libraryQuery.ts";
import { readToLibrary, type ToLibrary } from "../../library/toLibrary.ts";
import type { ToLibraryHost } from "../../library/toLibraryHost.ts";
import { compareModes } from "./compareModes.ts";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void };

const rememberedSchema = z.object({
  query: libraryQuerySchema,
  /** Position of the result that was used last. */
  active: z.number(),
  hasDetails: z.boolean(),
  hasFilters: z.boolean(),
  /** What is compared, where that is shown. */
  compared: z.optional(z.array(z.number())),
  compareMode: z.optional(z.enum(compareModes)),
  /** Numbers of what is selected, with the keys of the tasks. */
  selected: z._default(z.array(z.tuple([z.number(), z.string()])), []),
});
type Remembered = z.infer<typeof rememberedSchema>;

export interface Host {
  post(message: ToLibraryHost): void;
  listen(receive: (message: ToLibrary) => void): void;
  /** As it was before a reload. */
  readonly remembered: Remembered;
  remember(next: Partial<Remembered>): void;
}

export function connectHost(): Host {
  const api = acquireVsCodeApi();
  const read = rememberedSchema.safeParse(api.getState());
  let remembered: Remembered = read.success
    ? read.data
    : { query: wholeLibrary, active: 0, hasDetails: false, hasFilters: false, selected: [] };
  return {
    post: (message) => api.postMessage(message),
    listen(receive) {
      window.addEventListener("message", (event) => {
        const message = readToLibrary(event.data);
        if (message !== undefined) receive(message);
      });
    },
    get remembered() {
      return remembered;
    },
    remember(next) {
      remembered = { ...remembered, ...next };
      api.setState(remembered);
    },
  };
}
