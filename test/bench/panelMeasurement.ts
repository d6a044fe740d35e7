/** Measures the work, the frames and the delay of rendering a growing text. */
import type { CDPSession, Page } from "playwright-core";

export interface Frames {
  /** Milliseconds between two frames. */
  p95Milliseconds: number;
  worstMilliseconds: number;
  /** Milliseconds from the last delta to the frame that shows it. */
  lagMilliseconds: number;
}

declare global {
  interface Window {
    /** Receives the text since the last call; each renderer sets it. */
    takeText: (text: string) => void;
    /** Whether the last words are on screen. */
    showsEnd: () => boolean;
    feedDeltas: (deltas: readonly string[], rate: number) => Promise<void>;
  }
}

async function enableMetrics(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return session;
}

/** CPU seconds of the page's main thread: script, style, layout and paint. */
async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

/**
 * Passes the deltas on at `rate` per second, in one batch per 16 ms as the host does, and waits until the last words are shown.
 * Returns the page's work in seconds. Requests no frames, which would be work too.
 */
export async function measureWork(page: Page, deltas: readonly string[], rate: number): Promise<number> {
  const session = await enableMetrics(page);
  await page.evaluate(defineFeed);
  const before = await taskSeconds(session);
  await page.evaluate(
    async ([pieces, perSecond]) => {
      await window.feedDeltas(pieces, perSecond);
      while (!window.showsEnd()) await new Promise((resolve) => setTimeout(resolve, 16));
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    },
    [deltas, rate] as const,
  );
  return (await taskSeconds(session)) - before;
}

/** The same deltas, with a clock that requests each frame. */
export async function measureFrames(page: Page, deltas: readonly string[], rate: number): Promise<Frames> {
  await page.evaluate(defineFeed);
  const measured = await page.evaluate(
    ([pieces, perSecond]) =>
      new Promise<{ frames: number[]; lag: number }>((resolve) => {
        const frames: number[] = [];
        let last = 0;
        let ended = 0;
        const frame = (now: number) => {
          frames.push(now - last);
          last = now;
          if (ended > 0 && window.showsEnd()) {
            // In the frame after this one, the change has been painted.
            requestAnimationFrame(() => resolve({ frames: frames.slice(1), lag: performance.now() - ended }));
            return;
          }
          requestAnimationFrame(frame);
        };
        requestAnimationFrame((now) => {
          last = now;
          requestAnimationFrame(frame);
        });
        void window.feedDeltas(pieces, perSecond).then(() => {
          ended = performance.now();
        });
      }),
    [deltas, rate] as const,
  );
  const sorted = measured.frames.map(toWholeFrames).toSorted((one, other) => one - other);
  return {
    p95Milliseconds: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    worstMilliseconds: sorted.at(-1) ?? 0,
    lagMilliseconds: measured.lag,
  };
}

/** Chromium draws 60 frames a second; the times that it gives to a page are rounded to a tenth of a millisecond. */
function toWholeFrames(milliseconds: number): number {
  return (Math.round((milliseconds * 60) / 1000) * 1000) / 60;
}

/** In the page: resolves at the last delta. */
function defineFeed(): void {
  window.feedDeltas = (pieces, perSecond) =>
    new Promise((resolve) => {
      const began = performance.now();
      let sent = 0;
      const feed = () => {
        const due = Math.min(pieces.length, Math.floor(((performance.now() - began) * perSecond) / 1000));
        if (due > sent) {
          window.takeText(pieces.slice(sent, due).join(""));
          sent = due;
        }
        if (sent < pieces.length) setTimeout(feed, 16);
        else resolve();
      };
      feed();
    });
}

/** The page's work in seconds, from before `draw` until the end of the text is on screen. */
export async function measureOnce(page: Page, draw: () => Promise<void>): Promise<number> {
  const session = await enableMetrics(page);
  const before = await taskSeconds(session);
  await draw();
  await page.waitForFunction(() => window.showsEnd());
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return (await taskSeconds(session)) - before;
}
