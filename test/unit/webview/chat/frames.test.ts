/** When text that arrives at any speed is rendered, with a controlled clock. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

/** Milliseconds per frame at 60 Hz. */
const frame = 1000 / 60;

let copies = 0;
let frames: typeof import("../../../../src/webview/chat/frames.ts");
/** Total milliseconds of rendering so far. */
let spent = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  spent = 0;
  const idle = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => idle() + spent);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => {
    const now = performance.now();
    setTimeout(run, (Math.floor(now / frame) + 1) * frame - now);
  });
  // A copy of the module, which knows nothing of the test before.
  copies += 1;
  frames = await import(`${import.meta.resolve("../../../../src/webview/chat/frames.ts")}?copy=${copies}`);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Each delta requests a rendering, which takes `cost` milliseconds. Returns when the deltas arrived and when they were rendered. */
function stream(every: number, count: number, cost = 0): { asked: number[]; drawn: number[] } {
  const asked: number[] = [];
  const drawn: number[] = [];
  const draw = () => {
    drawn.push(performance.now());
    spent += cost;
  };
  for (let index = 0; index < count; index += 1) {
    asked.push(performance.now());
    frames.inNextFrame(draw);
    vi.advanceTimersByTime(every);
  }
  vi.advanceTimersByTime(1000);
  return { asked, drawn };
}

const rests = (drawn: readonly number[]) => drawn.slice(1).map((time, index) => time - (drawn[index] ?? 0));

describe("rendering", () => {
  test("of text that arrives faster than anyone reads happens in every fifth frame or so, and soon after its end", () => {
    const { asked, drawn } = stream(0.5, 2000);
    const flood = drawn.filter((time) => time < 1000);
    expect(flood.length).toBeGreaterThanOrEqual(11);
    expect(Math.min(...rests(flood).slice(1))).toBeGreaterThanOrEqual(4.5 * frame);
    expect((drawn.at(-1) ?? 0) - (asked.at(-1) ?? 0)).toBeLessThan(100);
  });

  test.each([0, 2, 5, 8])("of the last words follows them soon, wherever the frames are, if it takes %i ms", (cost) => {
    const waits = Array.from({ length: 40 }, (_, index) => {
      const { asked, drawn } = stream(16.2, 40 + index, cost);
      return (drawn.at(-1) ?? 0) - (asked.at(-1) ?? 0);
    });
    expect(waits.reduce((sum, wait) => sum + wait) / waits.length).toBeLessThan(24);
    expect(Math.max(...waits)).toBeLessThanOrEqual(47);
  });

  test("of a hidden document waits until it is shown", () => {
    vi.stubGlobal("requestAnimationFrame", () => {});
    expect(stream(16, 100).drawn).toEqual([]);
  });

  test("of a document that is then hidden happens once more at most", () => {
    const { drawn } = stream(16, 20);
    expect(drawn.length).toBeGreaterThan(3);
    vi.stubGlobal("requestAnimationFrame", () => {});
    expect(stream(16, 100).drawn.length).toBeLessThanOrEqual(1);
  });

  test("of words at a model's usual speed is immediate: none waits longer than two frames and a pause", () => {
    const { asked, drawn } = stream(100, 20);
    expect(drawn).toHaveLength(asked.length);
    for (const [index, time] of drawn.entries()) expect(time - (asked[index] ?? 0)).toBeLessThanOrEqual(frame);
  });

  test("that is slow takes at most a third of the time", () => {
    const { drawn } = stream(26, 100, 17);
    expect(Math.min(...rests(drawn).slice(0, -1))).toBeGreaterThanOrEqual(55);
  });

  test("happens once a frame, however often it is requested", () => {
    let drawings = 0;
    const draw = () => {
      drawings += 1;
    };
    for (let index = 0; index < 10; index += 1) frames.inNextFrame(draw);
    vi.advanceTimersByTime(1000);
    expect(drawings).toBe(1);
  });

  test("that was cancelled does not happen, and callbacks after a rendering run in the same frame", () => {
    const reported: string[] = [];
    const stop = frames.afterEachFrame(() => reported.push("after"));
    const gone = () => reported.push("gone");
    frames.inNextFrame(gone);
    frames.inNextFrame(() => reported.push("drawn"));
    frames.cancelFrame(gone);
    vi.advanceTimersByTime(1000);
    stop();
    frames.inNextFrame(() => reported.push("drawn again"));
    vi.advanceTimersByTime(1000);
    expect(reported).toEqual(["drawn", "after", "drawn again"]);
  });
});

describe("between renderings", () => {
  test("nothing runs while nothing arrives", () => {
    stream(1, 100);
    expect(vi.getTimerCount()).toBe(0);
  });
});
