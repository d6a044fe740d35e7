/** Measures the library with 50,000 results: the search in the journal, and the panel. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "../../src/generations/journal/journal.ts";
import type { EntryQuery } from "../../src/generations/library/library.ts";
import type { PanelEntry } from "../../src/library/libraryProtocol.ts";
import { entryAt, type LibraryPage, openLibraryPage } from "../panel/libraryPage.ts";
import { readPanel } from "../panel/panelFiles.ts";
import { launchBrowser } from "../workerBrowser.ts";
import type { Bench, BenchRow } from "./bench.ts";

const results = 50_000;
const words =
  "lighthouse dusk watercolour fox winter road harbour boat mountain river city night neon portrait cat dog bird tree lamp storm".split(
    " ",
  );
const kinds = ["image", "audio", "video"] as const;

async function fillJournal(path: string): Promise<Journal> {
  const journal = await Journal.open(path, undefined);
  await journal.write(() => {
    for (let index = 0; index < results; index += 1) {
      const key = String(index).padStart(8, "0");
      const prompt = Array.from({ length: 20 }, (_, word) => words[(index * 7 + word * word * 3 + (index >> word)) % words.length]).join(
        " ",
      );
      const request = { interface: "v1", kind: "image", body: { model: "painter", prompt } } as const;
      const target = { folder: "/out", pattern: "" };
      journal.tasks.add(
        { key, baseUrl: "x", request, model: `model-${index % 7}`, prompt, target, origin: {}, createdAt: index * 600_000 },
        "me",
      );
      const mediaType = `${kinds[index % kinds.length]}/x`;
      journal.tasks.save(key, "me", [{ path: `/out/${index % 30}/${index}.png`, size: index, sha256: `${index}`, mediaType }], 1);
    }
  });
  return journal;
}

/** The slowest of several different searches, each run once because the index caches the last result. */
async function measureSearch(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-library-"));
  const journal = await fillJournal(join(folder, "tasks.sqlite"));
  try {
    const query: EntryQuery = { text: "", chosen: {}, favourites: false, sort: "newest", stacked: true };
    const time = (text: string, offset = 0) => {
      const began = performance.now();
      journal.library.search({ ...query, text }, { offset, count: 100 });
      return performance.now() - began;
    };
    time("storm");
    const searches = ["fox", "light dus", "lamp bird cat", "", "neon"].map((text) => time(text));
    const pages = [100, 12_000, 20_000].map((offset) => time("neon", offset));
    return [
      { name: "library-search-ms", value: Math.max(...searches), unit: "ms" },
      { name: "library-page-ms", value: Math.max(...pages), unit: "ms" },
    ];
  } finally {
    await journal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** From the start of the document to the first results in it, including the messages to the host and back. */
async function measureOpen(panel: LibraryPage): Promise<number> {
  return panel.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('.cell[data-index="0"] .caption') !== null) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** Scrolls by several views per second for three seconds; returns the 95th percentile of the time between frames. */
function measureScrolling(panel: LibraryPage): Promise<number> {
  return panel.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const region = document.querySelector(".grid-region");
        if (region === null) throw new Error("There is no grid");
        const times: number[] = [];
        let last = performance.now();
        const end = last + 3000;
        const frame = (now: number) => {
          times.push(now - last);
          last = now;
          region.scrollTop += 60;
          if (now < end) requestAnimationFrame(frame);
          else resolve(times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0);
        };
        requestAnimationFrame(frame);
      }),
  );
}

/** After scrolling through the grid from beginning to end. */
async function measureHeap(panel: LibraryPage): Promise<number> {
  const region = panel.page.locator(".grid-region");
  for (let step = 0; step <= 20; step += 1) {
    await region.evaluate((element, part) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) * part;
    }, step / 20);
    await panel.page.locator(".cell .caption").first().waitFor();
  }
  const session = await panel.page.context().newCDPSession(panel.page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize / 1024 / 1024;
}

async function measurePanel(): Promise<BenchRow[]> {
  // Otherwise they are built while the page waits for them.
  await readPanel();
  const browser = await launchBrowser();
  try {
    // Nothing passes through the test driver, which is slower than the panel: images are data URIs, and videos load only under the pointer.
    const image = { address: `data:image/png;base64,${await readFile("media/icon.png", "base64")}` };
    const entry = (index: number): PanelEntry => {
      const made = entryAt(index);
      return { ...made, source: made.kind === "image" ? image : "content" };
    };
    const panel = await openLibraryPage(browser, { total: results, entry }, { width: 1200, height: 900 });
    const open = await measureOpen(panel);
    const frame = await measureScrolling(panel);
    const heap = await measureHeap(panel);
    return [
      { name: "library-50000-open-ms", value: open, unit: "ms" },
      { name: "library-scroll-p95-frame-ms", value: frame, unit: "ms" },
      { name: "library-50000-heap-mib", value: heap, unit: "MiB" },
    ];
  } finally {
    await browser.close();
  }
}

export default [
  { names: ["library-search-ms", "library-page-ms"], run: measureSearch },
  { names: ["library-50000-open-ms", "library-scroll-p95-frame-ms", "library-50000-heap-mib"], run: measurePanel },
] satisfies Bench[];
