/** A way to draw a growing text in; how much work that was, how smooth the frames were and how far behind it ended, out. */
import type { CDPSession, Page } from "playwright-core";

export interface Drawn {
  /** Processor seconds of the page's main thread, all of it: script, style, layout, paint. */
  workSeconds: number;
  p95FrameMilliseconds: number;
  worstFrameMilliseconds: number;
  /** From the last delta to the frame that shows it. */
  lagMilliseconds: number;
}

declare global {
  interface Window {
    /** Takes what came since the last call; set by each way of drawing. */
    takeText: (text: string) => void;
    /** The text on screen holds the last words. */
    showsEnd: () => boolean;
  }
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

/** Gives the deltas at `rate` per second, joined to one batch each 16 ms as the host does. */
export async function measureStreaming(page: Page, deltas: readonly string[], rate: number): Promise<Drawn> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await taskSeconds(session);
  const measured = await page.evaluate(
    ([pieces, perSecond]) =>
      new Promise<{ frames: number[]; lag: number }>((resolve) => {
        const frames: number[] = [];
        const began = performance.now();
        let sent = 0;
        let last = began;
        let ended = 0;
        const feed = () => {
          const due = Math.min(pieces.length, Math.floor(((performance.now() - began) * perSecond) / 1000));
          if (due > sent) {
            window.takeText(pieces.slice(sent, due).join(""));
            sent = due;
          }
          if (sent < pieces.length) setTimeout(feed, 16);
          else ended = performance.now();
        };
        const frame = (now: number) => {
          frames.push(now - last);
          last = now;
          if (ended > 0 && window.showsEnd()) {
            // The frame after the one that drew it has been painted.
            requestAnimationFrame(() => resolve({ frames: frames.slice(1), lag: performance.now() - ended }));
            return;
          }
          requestAnimationFrame(frame);
        };
        requestAnimationFrame((now) => {
          last = now;
          requestAnimationFrame(frame);
        });
        feed();
      }),
    [deltas, rate] as const,
  );
  const workSeconds = (await taskSeconds(session)) - before;
  const sorted = measured.frames.toSorted((one, other) => one - other);
  return {
    workSeconds,
    p95FrameMilliseconds: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    worstFrameMilliseconds: sorted.at(-1) ?? 0,
    lagMilliseconds: measured.lag,
  };
}

/** The page's work from before `draw` until the end is on screen, in seconds. */
export async function measureOnce(page: Page, draw: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await taskSeconds(session);
  await draw();
  await page.waitForFunction(() => window.showsEnd());
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return (await taskSeconds(session)) - before;
}
