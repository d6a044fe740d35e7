/** Audio shows its waveform in the library. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { PanelEntry } from "../../../src/library/libraryProtocol.ts";
import { sharedBrowser } from "../browser.ts";
import { themes } from "../documentPage.ts";
import { openWhile } from "../libraryInUse.ts";
import { entryAt, type LibraryHost } from "../libraryPage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const sampleRate = 8000;

/** A second of sound whose second half is loud. */
function writeWav(): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(44 + sampleRate * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(sampleRate * 2, 40);
  for (let at = 0; at < sampleRate; at += 1) {
    const volume = at < sampleRate / 2 ? 2000 : 30_000;
    bytes.writeInt16LE(Math.round(Math.sin(at / 3) * volume), 44 + at * 2);
  }
  return new Uint8Array(bytes);
}

const audio = (over: Partial<PanelEntry> = {}): Partial<LibraryHost> => ({
  total: 3,
  entry: (index) => ({ ...entryAt(1), number: index + 1, ...over }),
});

test("the waveform shows the loudness of each part", async () => {
  const data = writeWav();
  const instead = { readContent: () => ({ data }) };
  await openWhile(browser, { ...audio(), instead }, {}, async (panel) => {
    await panel.page.locator(".waveform").nth(2).waitFor();
    const heights = await panel.page
      .locator(".waveform path")
      .first()
      .getAttribute("d")
      .then((path) => [...(path ?? "").matchAll(/ ([\d.]+)V([\d.]+)/g)].map(([, from, to]) => Number(to) - Number(from)));
    expect(heights.length).toBe(48);
    expect(heights[5]).toBeLessThan(10);
    expect(heights[40]).toBeGreaterThan(70);
    for (const theme of themes) {
      await panel.setTheme(theme);
      await panel.screenshot(`libraryWaveform-${theme}`);
    }
  });
});

test("a file that cannot be decoded keeps its icon, and a large one is not read", async () => {
  const data = new Uint8Array(100);
  const instead = { readContent: () => ({ data }) };
  const entry: LibraryHost["entry"] = (index) => ({ ...entryAt(1), number: index + 1, size: index === 0 ? 10_000_000 : 100 });
  await openWhile(browser, { total: 3, entry, instead }, {}, async (panel) => {
    // One after the other: when the last one is requested, the others are finished.
    await expect
      .poll(() => panel.sent.filter(({ type }) => type === "readContent"))
      .toEqual([
        { type: "readContent", number: 2 },
        { type: "readContent", number: 3 },
      ]);
    expect(await panel.page.locator(".cell .no-preview").count()).toBe(3);
  });
});
