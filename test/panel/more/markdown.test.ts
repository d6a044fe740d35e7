/** The examples of CommonMark and GFM, streamed in random pieces, produce the same elements as when rendered at once. */
import commonmark from "commonmark-spec";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { bundleForBrowser, sharedBrowser } from "../browser.ts";
import { gfmExamples, longerExamples } from "../markdownExamples.ts";

const source = `
import { StreamedMarkdown } from "./src/webview/markdown/streamedMarkdown.ts";
import { loadHighlighter } from "./src/webview/markdown/highlight.ts";
import { createParser } from "./src/markup/markdown/parser.ts";
import { sanitize } from "./src/webview/markdown/sanitize.ts";
import { decorate } from "./src/webview/markdown/decorate.ts";

const known = { allowedImages: new Map(), files: { found: new Map(), ask() {} }, footnotePrefix: "f-" };
const decorations = { citations: [], ...known };
// An attribute that is added later comes last, so the order is ignored.
const orderAttributes = (element) => {
  const sorted = [...element.attributes].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (const attribute of sorted) element.removeAttributeNode(attribute);
  for (const attribute of sorted) element.setAttributeNode(attribute);
};
const tidy = (element) => { element.normalize(); element.querySelectorAll("*").forEach(orderAttributes); return element.innerHTML.replace(/\\n+(?=<|$)/g, "").replace(/>\\n+/g, ">").replace(/<div class="code-header">.*?<\\/div>/g, ""); };

function once(markdown) {
  const element = document.createElement("div");
  const fragment = sanitize(createParser().render(markdown.replaceAll("\\0", "\\uFFFD"), { references: {} }));
  decorate(fragment, decorations);
  element.append(fragment);
  return tidy(element);
}

function streamed(markdown, seed) {
  const element = document.createElement("div");
  document.body.replaceChildren(element);
  const stream = new StreamedMarkdown(element, known);
  let random = seed;
  const next = () => (random = (random * 48271) % 2147483647) / 2147483647;
  for (let at = 0; at < markdown.length; ) {
    const length = 1 + Math.floor(next() ** 3 * 40);
    stream.append(markdown.slice(at, at + length));
    at += length;
    if (next() < 0.8) stream.draw();
  }
  stream.finish("whole");
  return tidy(element);
}

window.compare = async (examples, seeds) => {
  await loadHighlighter();
  const wrong = [];
  for (const markdown of examples) {
    const wanted = once(markdown);
    for (const seed of seeds) {
      const got = streamed(markdown, seed);
      if (got !== wanted) { wrong.push({ markdown, seed, got, wanted }); break; }
    }
  }
  return wrong;
};

/** What is shown after each drawing, and the pause that follows it; each look at the clock takes \`cost\` milliseconds. */
window.pace = (pieces, cost) => {
  const element = document.createElement("div");
  const stream = new StreamedMarkdown(element, known);
  const { now } = performance;
  let clock = 1000;
  performance.now = () => (clock += cost);
  const shown = pieces.map((piece) => {
    if (typeof piece === "number") clock += piece;
    else stream.append(piece);
    const pause = stream.draw();
    return [element.textContent.trim().replace(/\\s+/g, " "), pause > 0];
  });
  performance.now = now;
  return shown;
};
`;

declare global {
  var compare: (examples: string[], seeds: number[]) => Promise<unknown[]>;
  var pace: (pieces: (string | number)[], cost: number) => [string, boolean][];
}

const commonmarkExamples = commonmark.tests.map(({ markdown }) => markdown.replaceAll("→", "\t"));
const seeds = [1, 7, 42, 99, 1234, 777_777];

describe("Markdown streamed in random pieces has the same result as rendered at once", () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await sharedBrowser();
    page = await browser.newPage();
    await page.addScriptTag({ content: await bundleForBrowser(source) });
  }, 180_000);

  test("a text that takes long to read is read again after a pause, its complete lines too", async () => {
    const pieces = ["one\n", "two\n\nthree\n\n", 1000];
    const pace = (cost: number) => page.evaluate(([texts, each]) => window.pace(texts, each), [pieces, cost] as const);
    const whole = "one two three";
    expect(await pace(0.1)).toEqual([
      ["one", false],
      [whole, false],
      [whole, false],
    ]);
    expect(await pace(20)).toEqual([
      ["one", false],
      ["one", true],
      [whole, false],
    ]);
  });

  const compare = (examples: string[]) => page.evaluate(([list, numbers]) => globalThis.compare(list, numbers), [examples, seeds] as const);

  test("every example of CommonMark's specification", async () => {
    expect(commonmarkExamples.length).toBeGreaterThan(640);
    expect(await compare(commonmarkExamples)).toEqual([]);
  });

  test("every example of GFM's tables, task lists, strikethrough and links", async () => {
    expect(await compare(gfmExamples)).toEqual([]);
  });

  test("answers as models write them", async () => {
    expect(await compare(longerExamples)).toEqual([]);
  });

  test("random combinations of examples", async () => {
    const together = Array.from({ length: 120 }, (_, index) =>
      Array.from({ length: 5 }, (_, position) => commonmarkExamples[(index * 7919 + position * 104_729) % commonmarkExamples.length]).join(
        "\n",
      ),
    );
    expect(await compare(together)).toEqual([]);
  });
});
