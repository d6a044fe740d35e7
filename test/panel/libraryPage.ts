/** Opens the library's panel in a page. The test plays the host, with any number of results. */
import type { Browser } from "playwright-core";
import { formatMessage, type MessageValue } from "../../src/chat/texts/formatMessage.ts";
import {
  libraryProtocol,
  type PanelDetails,
  type PanelEntry,
  type PanelFacets,
  type PanelLink,
  pageSize,
} from "../../src/library/libraryProtocol.ts";
import { type LibraryTextName, libraryTexts } from "../../src/library/libraryTexts.ts";
import { type CallPage, openCallPage, type PlayedHost } from "./callPage.ts";
import type { PanelPageOptions } from "./documentPage.ts";

type Played = PlayedHost<typeof libraryProtocol>;

export interface LibraryPage extends CallPage<typeof libraryProtocol> {
  say(name: LibraryTextName, ...values: MessageValue[]): string;
}

export interface LibraryHost {
  total: number;
  /** Default: the number of entries. */
  results?: number;
  isTrusted: boolean;
  entry(index: number): PanelEntry;
  facets: PanelFacets;
  /** The images a result was made from, and those made from it. */
  related?(number: number): Partial<Pick<PanelDetails, "references" | "made" | "unheard">>;
  /** The documents that link to it. */
  links?(number: number): PanelLink[];
  /** Replaces what is done for a call. */
  instead: Played;
}

const prompts = [
  "A lighthouse at dusk, in watercolour, with a small boat below the cliff",
  "Hello and welcome to the evening news",
  "A fox crosses a snowy road in winter, slow motion",
  "An isometric map of a harbour town",
];
const kinds = ["image", "audio", "video", "image"] as const;
const mediaTypes = { image: "image/png", audio: "audio/mpeg", video: "video/mp4", text: "text/plain" };
const models = ["openai/gpt-image-2", "demo-audio", "demo-video"];

export function entryAt(index: number): PanelEntry {
  const kind = kinds[index % kinds.length] ?? "image";
  return {
    number: index + 1,
    task: `task-${index}`,
    name: `2026-11-22-result-${index}.${kind === "image" ? "png" : kind === "audio" ? "mp3" : "mp4"}`,
    uri: `file:///projects/lamp/generated/result-${index}.${kind === "image" ? "png" : kind === "audio" ? "mp3" : "mp4"}`,
    kind,
    mediaType: mediaTypes[kind],
    prompt: `${prompts[index % prompts.length]} ${index}`,
    model: models[index % models.length] ?? "",
    createdAt: 1_763_800_000_000 - index * 3_600_000,
    size: 1_240_000 + index,
    rating: index % 5 === 0 ? 4 : 0,
    favourite: index % 6 === 0,
    source: { address: `http://panel.test/images/${index}.png` },
    ...(index % models.length === 0 ? {} : { isMadeByCode: true }),
  };
}

const someFacets: PanelFacets = {
  kind: [
    { value: "image", count: 25_000 },
    { value: "audio", count: 12_500 },
    { value: "video", count: 12_500 },
  ],
  model: models.map((value) => ({ value, count: 16_666 })),
  tool: [
    { value: "", count: 49_988 },
    { value: "ComfyUI", count: 9 },
    { value: "unknown", count: 3 },
  ],
  month: ["2026-11", "2026-10", "2026-09"].map((value) => ({ value, count: 800 })),
  provider: ["openai", ""].map((value) => ({ value, count: 25_000 })),
  day: ["2026-11-22", "2026-11-21"].map((value) => ({ value, count: 24 })),
  cost: ["1", "0.01 0.1", ""].map((value) => ({ value, count: 16_000 })),
  folder: ["/projects/lamp/generated", "/projects/lamp/docs/media"].map((value) => ({ value, count: 25_000 })),
  favourites: 8334,
};

/** Answers like the extension. `push`: sends the documents that link to a described result. */
function playHost(host: LibraryHost, push: (number: number, links: PanelLink[]) => void): Played {
  const pageOf = (page: number) => {
    const count = Math.max(0, Math.min(pageSize, host.total - page * pageSize));
    return Array.from({ length: count }, (_, index) => host.entry(page * pageSize + index));
  };
  return {
    find: () => ({ total: host.total, results: host.results ?? host.total, entries: pageOf(0), isTrusted: host.isTrusted }),
    readFacets: () => ({ facets: host.facets }),
    readPage: ({ page }) => ({ entries: pageOf(page) }),
    describe: ({ number }) => {
      const entry = host.entry(number - 1);
      const { prompt, model } = entry;
      const facts: [string, string][] = [
        ["State", "finished"],
        ["Model", model],
        ["Size", "1024x1024"],
        ["Task ID", "img_0123456789abcdef0123456789abcdef"],
        ["Created", "22/11/2026, 18:04:11"],
        ["Tokens out", "1056"],
        ["Cost", "$0.04"],
      ];
      push(number, host.links?.(number) ?? []);
      return { details: { entry, prompt, facts, references: [], announced: [], made: [], ...host.related?.(number) } };
    },
    compare: ({ numbers }) => {
      const results = numbers.map((number) => {
        const entry = host.entry(number - 1);
        const fields: [string, string][] = [
          ["Model", entry.model],
          ["Kind", entry.kind],
          ["Size", number % 2 === 0 ? "1024x1024" : "1536x1024"],
          ["Interface", "v1"],
          ["Cost", "$0.04"],
          ["Time in seconds", `${number}.2`],
        ];
        return { entry, prompt: entry.prompt, fields };
      });
      return { results };
    },
    readContent: () => ({}),
  };
}

export async function openLibraryPage(
  browser: Browser,
  over: Partial<LibraryHost> = {},
  options: PanelPageOptions = {},
): Promise<LibraryPage> {
  const host: LibraryHost = { total: 50_000, isTrusted: true, entry: entryAt, facets: someFacets, instead: {}, ...over };
  const { language = "en", texts } = options;
  const opening = Promise.withResolvers<CallPage<typeof libraryProtocol>>();
  const usual = playHost(host, (number, links) => void opening.promise.then((panel) => panel.post({ type: "links", number, links })));
  // A test that deletes what it has replaced gets the usual answer again.
  const played: Played = Object.assign(Object.create(usual), host.instead);
  const opened = await openCallPage(browser, "library", libraryProtocol, played, { location: "editor", width: 900, ...options });
  opening.resolve(opened);
  return Object.assign(opened, {
    say: (name: LibraryTextName, ...values: MessageValue[]) => formatMessage(texts?.[name] ?? libraryTexts[name], values, language),
  });
}
