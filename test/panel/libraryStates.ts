/** The states of the library's panel that are checked in each theme, width and language. */
import type { PanelEntry } from "../../src/library/libraryProtocol.ts";
import { firstCell, remembered } from "./libraryInUse.ts";
import { entryAt, type LibraryHost, type LibraryPage } from "./libraryPage.ts";

const withoutSource = (index: number) => {
  const { source: _, ...entry } = entryAt(index);
  return entry;
};

/** A file with metadata on its origin; every second one lacks prompt and model. */
export function ownFile(index: number): PanelEntry {
  const { task: _, ...entry } = entryAt(index);
  return { ...entry, name: `hero-image-${index}.png`, ...(index % 2 === 0 ? { prompt: "", model: "" } : { model: "sd_xl_base_1.0" }) };
}

/** An image of one pixel. */
const image = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** Details of every result; each except the first was made from the first. */
export const relatedTo = (number: number) => ({
  references: [
    { label: "image/png 812 4f0a77d1", entry: entryAt(number + 3) },
    { label: "image/gif 42 9b1c20aa", image },
    { label: "https://example.com/pictures/harbour/at/night.png" },
  ],
  made: [entryAt(number + 8), entryAt(number + 9), entryAt(number + 10)],
});

export const linksTo = (number: number) => [
  { document: `file:///projects/lamp/docs/guide-${number}.md`, name: `docs/guide-${number}.md`, line: 11 },
  { document: "file:///projects/lamp/README.md", name: "README.md", line: 0 },
];

export interface LibraryState {
  name: string;
  host?: Partial<LibraryHost>;
  state?: unknown;
  enter(panel: LibraryPage): Promise<unknown>;
}

/** Numbers of two images. */
const images = [1, 4];
const fields = (panel: LibraryPage) => panel.page.locator(".fields table").waitFor();
async function press(panel: LibraryPage, name: string): Promise<void> {
  await fields(panel);
  await panel.page.getByRole("button", { name, exact: true }).click();
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
    host: { instead: { find: () => new Promise(() => {}) } },
    enter: (panel) => panel.page.getByText(panel.say("loading")).waitFor(),
  },
  {
    name: "libraryFailed",
    host: { instead: { find: () => ({ error: "the disk is full" }) } },
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
    name: "libraryUnheard",
    // The third is a video, for which the page gets an image.
    host: { total: 1, entry: (index) => entryAt(index + 2), related: () => ({ unheard: "AAC" }) },
    state: remembered({ hasDetails: true }),
    enter: (panel) => panel.page.locator(".player-note").waitFor(),
  },
  {
    name: "libraryMoreActions",
    state: remembered({ hasDetails: true }),
    enter: async (panel) => {
      await panel.page
        .locator(".details")
        .getByRole("button", { name: panel.say("moreActions") })
        .click();
      await panel.page.getByRole("menu").waitFor();
    },
  },
  {
    name: "libraryOwnFiles",
    host: { entry: ownFile },
    state: remembered({ hasDetails: true }),
    enter: (panel) => panel.page.getByText("1024x1024").waitFor(),
  },
  {
    name: "libraryRelated",
    host: { related: relatedTo, links: linksTo },
    state: remembered({ hasDetails: true }),
    enter: async (panel) => {
      await panel.page.locator(".links").waitFor();
      await panel.page.locator(".links").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "libraryFilters",
    state: remembered({
      hasFilters: true,
      query: { ...remembered().query, chosen: { ...remembered().query.chosen, kind: ["image"], model: ["gone"] } },
    }),
    enter: (panel) => panel.page.getByRole("checkbox", { name: "gone" }).waitFor(),
  },
  { name: "libraryStacks", host: { entry: (index) => ({ ...entryAt(index), stack: { id: index, size: 4 } }) }, enter: firstCell },
  {
    name: "libraryVariants",
    state: remembered({ query: { ...remembered().query, stack: 1 } }),
    enter: (panel) => panel.page.getByText(panel.say("variantsOf")).waitFor(),
  },
  { name: "compareSideBySide", state: remembered({ compared: images }), enter: fields },
  { name: "compareSwipe", state: remembered({ compared: images }), enter: (panel) => press(panel, panel.say("swipe")) },
  { name: "compareOnionSkin", state: remembered({ compared: images }), enter: (panel) => press(panel, panel.say("onionSkin")) },
  { name: "compareDifference", state: remembered({ compared: images }), enter: (panel) => press(panel, panel.say("difference")) },
  {
    name: "compareMixed",
    state: remembered({ compared: [1, 2, 3] }),
    enter: async (panel) => {
      await fields(panel);
      await panel.page.getByRole("checkbox").click();
    },
  },
  { name: "compareMany", state: remembered({ compared: [1, 2, 3, 4, 5, 6, 7, 8] }), enter: fields },
];
