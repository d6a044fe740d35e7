/** Measures how smoothly and cheaply the panel renders a long answer in headless Chromium, compared with other renderers. */
import type { Browser, Page } from "playwright-core";
import { bundleForBrowser } from "../panel/browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "../panel/conversations.ts";
import { openPanelPage, type PanelPage } from "../panel/panelPage.ts";
import { launchBrowser } from "../workerBrowser.ts";
import type { Bench, BenchRow } from "./bench.ts";
import { cutIntoDeltas, writeFormulaAnswer, writeLongAnswer } from "./longAnswer.ts";
import { median } from "./measuredProcess.ts";
import { measureFirstPaint } from "./panelFirstPaint.ts";
import { measureFrames, measureOnce, measureWork } from "./panelMeasurement.ts";
import { type Peer, peers } from "./panelPeers.ts";

/** Deltas per second. */
const rate = 2000;
const text = writeLongAnswer();
const deltas = cutIntoDeltas(text);
const formulaText = writeFormulaAnswer();
const formulaDeltas = cutIntoDeltas(formulaText);

const prompt = promptOf("p", "Write much");
const showsEnd = 'window.showsEnd = () => document.querySelector(".turns").textContent.includes("The very last words.")';

async function openPanel(browser: Browser): Promise<PanelPage> {
  const panel = await openPanelPage(browser, { width: 480 });
  await panel.page.evaluate(showsEnd);
  // The highlighter loads while the panel is idle, which is before an answer arrives.
  await panel.page.waitForLoadState("networkidle");
  return panel;
}

/** `measure` passes the deltas to the page. */
async function streamIntoPanel<Measured>(browser: Browser, measure: (page: Page) => Promise<Measured>): Promise<Measured> {
  const panel = await openPanel(browser);
  await panel.show(conversationOf([prompt, answerOf("a", "p", [textPart("")], { state: "streaming" })]));
  await panel.page.evaluate(() => {
    window.takeText = (fresh) => {
      const changes = [{ type: "textAppended", turnId: "a", key: "0.0", text: fresh }];
      const push = { type: "changes", conversationId: "conversation", changes };
      window.dispatchEvent(new MessageEvent("message", { data: { push } }));
    };
  });
  const measured = await measure(panel.page);
  await panel.page.close();
  return measured;
}

/** Lays out the whole text, as streaming does. Otherwise the panel would skip the part outside the viewport. */
async function drawOnceInPanel(browser: Browser, whole: string): Promise<number> {
  const panel = await openPanel(browser);
  await panel.page.evaluate(() => {
    const everything = new CSSStyleSheet();
    everything.replaceSync(".answer > .markdown > *, .code-page { content-visibility: visible !important; }");
    document.adoptedStyleSheets.push(everything);
  });
  const seconds = await measureOnce(panel.page, () => panel.show(conversationOf([prompt, answerOf("a", "p", [textPart(whole)])])));
  await panel.page.close();
  return seconds;
}

/** CPU seconds of rendering the whole text once, and as a stream. */
interface Pair {
  once: number;
  streamed: number;
}

async function drawBothWays(browser: Browser, whole: string, pieces: readonly string[]): Promise<Pair> {
  const once = await drawOnceInPanel(browser, whole);
  return { once, streamed: await streamIntoPanel(browser, (page) => measureWork(page, pieces, rate)) };
}

/** Three measurements: a single one varies by a tenth and more between runs. */
async function thrice<Measured>(measure: () => Promise<Measured>): Promise<Measured[]> {
  return [await measure(), await measure(), await measure()];
}

/** Returns its work in CPU seconds. */
async function streamIntoPeer(browser: Browser, peer: Peer): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 480, height: 800 } });
  await page.addScriptTag({ content: await bundleForBrowser(peers[peer]) });
  const seconds = await measureWork(page, deltas, rate);
  await page.close();
  return seconds;
}

const turnText = `Here is **what** you asked for:\n\n- one \`thing\`\n- and another\n\n\`\`\`ts\nconst answer = 42;\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThat is all there is to say about it, in two sentences of some length.\n`;

/** From the message with 1,000 turns to the frame that shows the last of them. */
async function measureManyTurns(browser: Browser): Promise<number> {
  const panel = await openPanel(browser);
  const turns = Array.from({ length: 500 }, (_, index) => [
    promptOf(`p${index}`, `Question ${index}`, index === 0 ? null : `a${index - 1}`),
    answerOf(`a${index}`, `p${index}`, [textPart(turnText)]),
  ]).flat();
  const milliseconds = await panel.page.evaluate(
    (data) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        window.dispatchEvent(new MessageEvent("message", { data }));
        const frame = () => {
          const last = document.querySelector('article[data-turn="a499"] table');
          const region = document.querySelector(".turns-region");
          const isAtEnd = region !== null && region.scrollHeight - region.scrollTop - region.clientHeight < 40;
          if (last !== null && isAtEnd) requestAnimationFrame(() => resolve(performance.now() - began));
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    { push: { type: "conversation", conversation: conversationOf(turns), imageFolder: "http://panel.test/pictures" } },
  );
  await panel.page.close();
  return milliseconds;
}

/** How long the page is blocked by an answer of 2 MB without a line break, from its message to the frame that shows it. */
async function measureLongLine(browser: Browser): Promise<number> {
  const panel = await openPanel(browser);
  const line = "A lighthouse guides ships, and its keeper lights the lamp. ".repeat(Math.ceil(2_000_000 / 60));
  await panel.show(conversationOf([prompt, answerOf("a", "p", [textPart("Short, so that the renderer is loaded.")])], { id: "short" }));
  await panel.page.locator(".answer .markdown p").waitFor();
  const milliseconds = await panel.page.evaluate(
    (data) =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        window.dispatchEvent(new MessageEvent("message", { data }));
        const frame = () => {
          const isShown = (document.querySelector(".answer .markdown p")?.textContent?.length ?? 0) > 1_000_000;
          // The time until the next frame includes layout and painting.
          if (isShown) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    {
      push: {
        type: "conversation",
        conversation: conversationOf([prompt, answerOf("a", "p", [textPart(line)])]),
        imageFolder: "http://panel.test/pictures",
      },
    },
  );
  await panel.page.close();
  return milliseconds;
}

async function run(): Promise<BenchRow[]> {
  const browser = await launchBrowser();
  try {
    const paints = await measureFirstPaint(browser);
    const manyTurns = await measureManyTurns(browser);
    const longLines = await thrice(() => measureLongLine(browser));
    const works = await thrice(async () => ({
      ...(await drawBothWays(browser, text, deltas)),
      reactMarkdown: await streamIntoPeer(browser, "react-markdown"),
      markdownIt: await streamIntoPeer(browser, "markdown-it"),
      bare: await streamIntoPeer(browser, "streaming-markdown"),
    }));
    const formulas = await thrice(() => drawBothWays(browser, formulaText, formulaDeltas));
    const streams = await thrice(() => streamIntoPanel(browser, (page) => measureFrames(page, deltas, rate)));
    return [
      { name: "panel-vs-once", value: median(works.map(({ once, streamed }) => streamed / once)), unit: "times" },
      { name: "panel-formulas-vs-once", value: median(formulas.map(({ once, streamed }) => streamed / once)), unit: "times" },
      { name: "panel-p95-frame-ms", value: median(streams.map(({ p95Milliseconds }) => p95Milliseconds)), unit: "ms" },
      { name: "panel-worst-frame-ms", value: median(streams.map(({ worstMilliseconds }) => worstMilliseconds)), unit: "ms" },
      { name: "panel-lag-ms", value: median(streams.map(({ lagMilliseconds }) => lagMilliseconds)), unit: "ms" },
      {
        name: "panel-vs-react-markdown",
        value: median(works.map(({ reactMarkdown, streamed }) => reactMarkdown / streamed)),
        unit: "times",
      },
      { name: "panel-vs-markdown-it", value: median(works.map(({ markdownIt, streamed }) => markdownIt / streamed)), unit: "times" },
      { name: "panel-vs-streaming-markdown", value: median(works.map(({ bare, streamed }) => bare / streamed)), unit: "times" },
      { name: "panel-first-paint-ms", value: paints.first, unit: "ms" },
      { name: "panel-conversation-paint-ms", value: paints.conversation, unit: "ms" },
      { name: "panel-1000-turns-open-ms", value: manyTurns, unit: "ms" },
      { name: "panel-long-line-ms", value: median(longLines), unit: "ms" },
    ];
  } finally {
    await browser.close();
  }
}

const panelBench: Bench = {
  names: [
    "panel-vs-once",
    "panel-formulas-vs-once",
    "panel-p95-frame-ms",
    "panel-worst-frame-ms",
    "panel-lag-ms",
    "panel-vs-react-markdown",
    "panel-vs-markdown-it",
    "panel-vs-streaming-markdown",
    "panel-first-paint-ms",
    "panel-conversation-paint-ms",
    "panel-1000-turns-open-ms",
    "panel-long-line-ms",
  ],
  run,
};
export default panelBench;
