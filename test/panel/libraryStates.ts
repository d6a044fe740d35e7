/** The states of the library's panel that are looked at in each theme, width and language. */
import { firstCell, remembered } from "./libraryInUse.ts";
import { entryAt, type LibraryHost, type LibraryPage } from "./libraryPage.ts";

const withoutSource = (index: number) => {
  const { source: _, ...entry } = entryAt(index);
  return entry;
};

export interface LibraryState {
  name: string;
  host?: Partial<LibraryHost>;
  state?: unknown;
  enter(panel: LibraryPage): Promise<unknown>;
}

export const libraryStates: readonly LibraryState[] = [
  { name: "library", enter: firstCell },
  { name: "libraryThousands", host: { total: 10_000 }, enter: (panel) => panel.page.getByText(panel.say("total", 10_000)).waitFor() },
  { name: "libraryEmpty", host: { total: 0 }, enter: (panel) => panel.page.getByText(panel.say("emptyHint")).waitFor() },
  {
    name: "libraryNotFound",
    host: { total: 0 },
    state: remembered({ query: { ...remembered().query, text: "nowhere" } }),
    enter: (panel) => panel.page.getByText(panel.say("notFound")).waitFor(),
  },
  {
    name: "libraryLoading",
    host: { instead: { find: () => undefined } },
    enter: (panel) => panel.page.getByText(panel.say("loading")).waitFor(),
  },
  {
    name: "libraryFailed",
    host: { instead: { find: () => ({ type: "failed", message: "the disk is full" }) } },
    enter: (panel) => panel.page.getByRole("alert").waitFor(),
  },
  {
    name: "libraryRestricted",
    host: { isTrusted: false, entry: withoutSource },
    enter: (panel) => panel.page.getByText(panel.say("restricted")).waitFor(),
  },
  {
    name: "libraryMissing",
    host: { entry: (index) => ({ ...withoutSource(index), isMissing: true }) },
    state: remembered({ hasDetails: true }),
    enter: (panel) => panel.page.getByRole("button", { name: panel.say("saveAgain") }).waitFor(),
  },
  {
    name: "libraryDetails",
    state: remembered({ hasDetails: true }),
    enter: (panel) => panel.page.getByText("1024x1024").waitFor(),
  },
  {
    name: "libraryFilters",
    state: remembered({
      hasFilters: true,
      query: { ...remembered().query, chosen: { ...remembered().query.chosen, kind: ["image"], model: ["gone"] } },
    }),
    enter: (panel) => panel.page.getByRole("checkbox", { name: "gone" }).waitFor(),
  },
];
