/** Chromium, the engine of VS Code's preview, shows, plays and seeks in the generated files. */
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findBrowser } from "../../../../scripts/findBrowser.ts";
import { createGenerator } from "../../../../src/demo/generator.ts";
import type { DemoRequest, MediaResult } from "../../../../src/demo/request.ts";
import { audioFormats } from "../../../../src/media/sounds/audioFormats.ts";
import { audioRequest, imageRequest, videoRequest } from "../requests.ts";

// Starting a browser and encoding videos takes time.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const executablePath = findBrowser();

const generator = createGenerator();
afterAll(() => generator.close());

async function make(request: DemoRequest): Promise<MediaResult> {
  const result = await generator.generate(request, new AbortController().signal);
  if (result.kind === "text") throw new TypeError("Text is no media file.");
  return result;
}

describe.skipIf(executablePath === undefined)("in Chromium (skipped if none is installed)", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath ?? "",
      args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
      timeout: 120_000,
    });
  });
  afterAll(() => browser.close());

  /** Loads the file, seeks to two positions and plays from there; returns its duration in seconds and its size in pixels. */
  async function play({ bytes, mediaType }: MediaResult): Promise<{ duration: number; width: number; height: number; entered: number[] }> {
    const page = await browser.newPage();
    try {
      return await page.evaluate(
        async (url) => {
          const element = document.createElement("video");
          const once = (name: string) =>
            new Promise((resolve, reject) => {
              element.addEventListener(name, resolve, { once: true });
              element.addEventListener("error", () => reject(new Error(element.error?.message ?? "error")), { once: true });
            });
          element.muted = true;
          element.src = url;
          document.body.append(element);
          await once("loadeddata");
          const entered: number[] = [];
          for (const share of [0.8, 0.3]) {
            const seeked = once("seeked");
            element.currentTime = element.duration * share;
            await seeked;
            entered.push(element.currentTime / element.duration);
          }
          const playing = once("timeupdate");
          await element.play();
          await playing;
          const ended = once("ended");
          // Chromium cannot begin in the last frame of a FLAC file.
          element.currentTime = element.duration - 0.4;
          await ended;
          return { duration: element.duration, width: element.videoWidth, height: element.videoHeight, entered };
        },
        `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`,
      );
    } finally {
      await page.close();
    }
  }

  it.each(audioFormats)("a voice in %s plays to its end, from any position", async (format) => {
    const wav = await make(audioRequest({ format: "wav" }));
    const seconds = (wav.bytes.length - 124) / 48_000;
    const { duration, entered } = await play(await make(audioRequest({ format })));
    expect(Math.abs(duration - seconds)).toBeLessThan(0.1);
    expect(entered).toEqual([expect.closeTo(0.8, 2), expect.closeTo(0.3, 2)]);
  });

  it("a video plays to its end, from any position, in its size", async () => {
    const { duration, width, height, entered } = await play(await make(videoRequest({ duration: 2, size: "9:16" })));
    expect({ duration, width, height }).toEqual({ duration: 2, width: 360, height: 640 });
    expect(entered).toEqual([expect.closeTo(0.8, 1), expect.closeTo(0.3, 1)]);
  });

  it("an image is shown in its size", async () => {
    const { bytes } = await make(imageRequest({ size: "320x200" }));
    const page = await browser.newPage();
    const size = await page.evaluate(
      async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      },
      `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`,
    );
    expect(size).toEqual([320, 200]);
    await page.close();
  });
});
