/** Measures keystrokes, completion and memory for a prompt document of 2,000 lines, and the time to find 1,000 tests. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { complete } from "../../src/prompt/assist/complete.ts";
import { diagnose } from "../../src/prompt/diagnose.ts";
import type { Facts } from "../../src/prompt/facts.ts";
import { findTests } from "../../src/prompt/findTests.ts";
import { type PromptDocument, parsePromptDocument } from "../../src/prompt/parse/promptDocument.ts";
import { answerOf, cellOf, compareWhile, tableOf } from "../panel/comparisonPage.ts";
import { launchBrowser } from "../workerBrowser.ts";
import type { Bench, BenchRow } from "./bench.ts";

const front = `---
kind: text
model: demo-text
instructions: Answer in a {{tone}} tone.
files: [notes.md, sketch.png]
tools:
  - type: web_search
  - { type: image_generation, size: 1K, aspect_ratio: "1:1" }
reasoning: { effort: high }
vars: { place: Brittany, tone: dry, unused: 1 }
---
`;
const lines = Array.from({ length: 1988 }, (_, index) => {
  if (index % 200 === 0) return index % 400 === 0 ? "## user" : "## assistant";
  if (index % 17 === 0) return "A line with {{place}}, {{selection}} and \\{{escaped}} braces, and {{undefined}}.";
  return `Line ${index} of a long prompt, with some *Markdown* and a few words more.`;
});
const text = `${front}${lines.join("\n")}\n`;
const facts: Facts = {
  models: Array.from({ length: 200 }, (_, index) => ({ id: `model-${index}`, provider: "demo", abilities: { text: "yes" as const } })),
  files: { "notes.md": { exists: true, size: 100 }, "sketch.png": { exists: false } },
  paths: Array.from({ length: 500 }, (_, index) => `folder/file-${index}.md`),
};

/** Positions to type at, in turn: the middle and the end of the body, and the front matter. */
const marks = ["Line 1000 of", "Line 1980 of", "instructions: Answer"];

/** The text with one more character at a position. */
function type(step: number): string {
  const mark = marks[step % marks.length] ?? "";
  const at = text.indexOf(mark) + mark.length;
  return `${text.slice(0, at)}${"abcdefghij"[step % 10]}${text.slice(at)}`;
}

/** Mean CPU milliseconds of this process over `count` runs. */
function measure(count: number, run: (step: number) => void): number {
  for (let step = 0; step < 50; step += 1) run(step);
  const before = process.cpuUsage();
  for (let step = 0; step < count; step += 1) run(step);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

function keystrokeToDiagnostics(): number {
  let document: PromptDocument = parsePromptDocument(text);
  return measure(300, (step) => {
    document = parsePromptDocument(type(step), document);
    diagnose(document, facts);
  });
}

function completion(): number {
  const typed = text.replace("model: demo-text", "model: ");
  const offsets = [typed.indexOf("model: ") + 7, typed.indexOf("{{place}}") + 3, typed.indexOf("[notes") + 2];
  let document = parsePromptDocument(text);
  return measure(300, (step) => {
    document = parsePromptDocument(step % 2 === 0 ? typed : `${typed} `, document);
    complete(document, offsets[step % offsets.length] ?? 0, facts);
  });
}

/** MiB by which the heap grows between the 1,000th and the 11,000th edit. */
function growth(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  const heap = (): number => {
    if (typeof collect === "function") for (let round = 0; round < 4; round += 1) collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  let document = parsePromptDocument(text);
  const edit = (count: number): void => {
    for (let step = 0; step < count; step += 1) {
      document = parsePromptDocument(type(step), document);
      diagnose(document, facts);
      if (step % 10 === 0) complete(document, step % text.length, facts);
    }
  };
  edit(1000);
  const before = heap();
  edit(10_000);
  return Math.max(0, heap() - before);
}

/** Milliseconds to read the cases of 100 documents with ten cases each, without opening the documents. The median of five. */
async function discovery(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-tests-"));
  try {
    const cases = Array.from(
      { length: 10 },
      (_, index) =>
        `  - vars: { place: Place ${index} }\n    repeat: 3\n    assert: [ { icontains: "{{place}}" }, { not-contains: as an AI }, { cost: { max: 0.02 } } ]\n`,
    );
    const document = `---\nmodel: demo-text\nmodels: [demo-text, demo-text-mini]\nvars: { place: Brest }\ntests:\n${cases.join("")}---\nAbout {{place}}\n`;
    const files = Array.from({ length: 100 }, (_, index) => path.join(folder, `tests-${index}.gen.md`));
    await Promise.all(files.map((file) => writeFile(file, document)));
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const start = performance.now();
      const found = await Promise.all(files.map(async (file) => findTests(await readFile(file, "utf8"))));
      times.push(performance.now() - start);
      const count = found.reduce((sum, one) => sum + (one?.cases.length ?? 0), 0);
      if (count !== 1000) throw new Error(`${count} cases were found.`);
    }
    return times.toSorted((one, other) => one - other)[2] ?? Number.NaN;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** For 20 cases with 6 models: the time until the whole table is drawn, and the 95th percentile from a key press to the drawn change. */
async function comparison(): Promise<BenchRow[]> {
  const browser = await launchBrowser();
  try {
    const rows: BenchRow[] = [];
    // Nothing passes through the test driver, which is slower than the page.
    const image = `data:image/png;base64,${await readFile("media/icon.png", "base64")}`;
    const table = tableOf(20, 6, (row, column) =>
      row % 2 === 0
        ? undefined
        : { ...cellOf("image", column), answers: [answerOf("image", column, { files: [{ kind: "image", name: "x", address: image }] })] },
    );
    await compareWhile(browser, { nothing: "gone", width: 1400, height: 900 }, async ({ page }) => {
      const { open, frame } = await page.evaluate(async (shown) => {
        const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        const began = performance.now();
        const push = { type: "table", target: "x", table: shown, isRunning: false };
        window.dispatchEvent(new MessageEvent("message", { data: { push } }));
        while (document.querySelectorAll(".cell").length < 120) await drawn();
        const times: number[] = [];
        const opened = performance.now() - began;
        document.querySelector<HTMLElement>(".cell")?.focus();
        for (let step = 0; step < 100; step += 1) {
          const start = performance.now();
          const key = step % 6 === 5 ? "ArrowDown" : step % 12 < 6 ? "ArrowRight" : "ArrowLeft";
          document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          await drawn();
          times.push(performance.now() - start);
        }
        return { open: opened, frame: times.toSorted((one, other) => one - other)[94] ?? Number.NaN };
      }, table);
      rows.push(
        { name: "prompt-compare-20x6-open-ms", value: open, unit: "ms" },
        { name: "prompt-compare-20x6-p95-frame-ms", value: frame, unit: "ms" },
      );
    });
    return rows;
  } finally {
    await browser.close();
  }
}

const benches: Bench[] = [
  { names: ["prompt-compare-20x6-open-ms", "prompt-compare-20x6-p95-frame-ms"], run: comparison },
  {
    names: ["prompt-tests-1000-discover-ms"],
    run: async () => [{ name: "prompt-tests-1000-discover-ms", value: await discovery(), unit: "ms" }],
  },
  {
    names: ["prompt-diagnostics-ms", "prompt-completion-ms", "prompt-10000-edits-growth-mib"],
    async run(): Promise<BenchRow[]> {
      const rows = [
        { name: "prompt-diagnostics-ms", value: keystrokeToDiagnostics(), unit: "ms" },
        { name: "prompt-completion-ms", value: completion(), unit: "ms" },
        { name: "prompt-10000-edits-growth-mib", value: growth(), unit: "MiB" },
      ];
      return rows;
    },
  },
];
export default benches;
