/** How often the progress of a task is stored. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Progress } from "../../../../src/contract/progress.ts";
import { ProgressWriter } from "../../../../src/service/work/progressWriter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("progress is written at once, then at most once a second, only if it has changed, and not after the end", () => {
  const written: Progress[] = [];
  const store = { noteProgress: async (_: string, progress: Progress) => void written.push(progress) };
  const writer = new ProgressWriter(store, "img_1");
  for (let percent = 0; percent <= 90; percent += 1) writer.report({ percent });
  expect(written).toEqual([{ percent: 0 }]);
  vi.advanceTimersByTime(1000);
  writer.report({ preview: "data:image/png;base64,AAAA" });
  writer.report({ percent: 91 });
  vi.advanceTimersByTime(5000);
  expect(written.slice(1)).toEqual([{ percent: 90 }, { percent: 91, preview: "data:image/png;base64,AAAA" }]);
  writer.report({ percent: 95 });
  writer.end();
  vi.advanceTimersByTime(5000);
  expect(written).toHaveLength(3);
});

test.each<[string, Progress[], Progress]>([
  ["nodes that count from the beginning", [{ percent: 100 }, { percent: 5 }, { percent: 40 }], { percent: 100 }],
  ["several images, one after another", [{ percent: 90 }, { percent: 0 }], { percent: 90 }],
  [
    "a preview after a percentage",
    [{ percent: 40 }, { preview: "data:image/png;base64,AAAA" }],
    { percent: 40, preview: "data:image/png;base64,AAAA" },
  ],
  ["a report without progress", [{ percent: 40 }, {}], { percent: 40 }],
  ["a place in the queue before a percentage", [{ queue_position: 2 }, { percent: 0 }], { percent: 0 }],
  ["a place in the queue after a percentage", [{ percent: 40 }, { queue_position: 1 }], { percent: 40, queue_position: 1 }],
  ["a place in the queue that ends", [{ queue_position: 1 }, {}], {}],
])("the percentage does not fall: %s", (_, reported, last) => {
  const written: Progress[] = [];
  const writer = new ProgressWriter({ noteProgress: async (_, progress) => void written.push(progress) }, "img_1");
  for (const progress of reported) {
    writer.report(progress);
    vi.advanceTimersByTime(1000);
  }
  writer.end();
  expect(written.at(-1)).toEqual(last);
  const percents = written.map(({ percent }) => percent ?? 0);
  expect(percents).toEqual(percents.toSorted((one, other) => one - other));
});

test("progress that cannot be written does not end the work", async () => {
  const writer = new ProgressWriter({ noteProgress: () => Promise.reject(new Error("disk full")) }, "img_1");
  writer.report({ percent: 1 });
  await vi.advanceTimersByTimeAsync(2000);
  writer.end();
});
