/** What is recorded while a task runs: the charge for a text whose service is killed, and the progress of media. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Progress } from "../../../../src/contract/progress.ts";
import { RecentBase64 } from "../../../../src/service/answers/recentBase64.ts";
import { Catalogue } from "../../../../src/service/catalogue.ts";
import { createBodyBudget } from "../../../../src/service/connection/bodyBudget.ts";
import { silentObserver } from "../../../../src/service/observing/observer.ts";
import { completeOptions } from "../../../../src/service/serviceOptions.ts";
import type { TaskStore } from "../../../../src/service/store/taskStore.ts";
import { LargeResults } from "../../../../src/service/work/largeResults.ts";
import { makeOutcome } from "../../../../src/service/work/makeOutcome.ts";
import { UsageMeter } from "../../../../src/service/work/measureUsage.ts";
import { ProgressWriter, recordProgress } from "../../../../src/service/work/recordProgress.ts";
import { createSimulatedProvider } from "../../../simulation/simulatedProvider.ts";
import { textRequest } from "../../providers/requests.ts";
import { task as storedTask } from "../store/storedTasks.ts";
import { opener } from "../store/storeKinds.ts";

const { provider } = createSimulatedProvider();
const [, , writer] = provider.configuredModels;
if (!writer) throw new TypeError("The provider has a text model.");
const model = { id: "local/writer", provider, model: writer };
const task = { ...storedTask, id: "resp_1", kind: "text" as const, model: model.id, provider: "local" };

function recordInto(markSent: TaskStore["markSent"], store: TaskStore) {
  let now = 0;
  const settings = completeOptions({ clock: { now: () => now } });
  const listen = recordProgress({ store: { ...store, markSent }, settings }, task, model);
  return (milliseconds: number, delta: string) => {
    now += milliseconds;
    listen({ type: "response.output_text.delta", delta });
  };
}

test("the clock may be set back", async () => {
  const { tasks } = await opener(undefined)();
  const markSent = vi.fn<TaskStore["markSent"]>(async () => true);
  const write = recordInto(markSent, tasks);
  write(0, "A heron ");
  write(-3_600_000, "waits.");
  expect(markSent).toHaveBeenCalledTimes(1);
});

test("what was generated is recorded every five seconds, one write after the other", async () => {
  const { tasks } = await opener(undefined)();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const markSent = vi.fn<TaskStore["markSent"]>(() => promise);
  const write = recordInto(markSent, tasks);
  write(0, "A heron ");
  write(4_999, "waits ");
  expect(markSent).not.toHaveBeenCalled();
  write(1, "here.");
  write(6_000, " Then it flies.");
  expect(markSent.mock.calls).toEqual([["resp_1", "local", { model: "local/writer", operation: undefined, written: 5 }]]);
  resolve(true);
  await vi.waitFor(
    () => {
      write(6_000, "");
      expect(markSent).toHaveBeenCalledTimes(2);
    },
    { timeout: 90_000 },
  );
  expect(markSent.mock.lastCall?.[2]).toMatchObject({ written: 9 });
});

test("a record that cannot be written does not end the text", async () => {
  const { tasks } = await opener(undefined)();
  const markSent = vi.fn<TaskStore["markSent"]>(() => Promise.reject(new Error("The database is away.")));
  const write = recordInto(markSent, tasks);
  await vi.waitFor(
    () => {
      write(6_000, "A heron ");
      expect(markSent).toHaveBeenCalledTimes(2);
    },
    { timeout: 90_000 },
  );
});

test("the request and what was recorded of the answer are charged", async () => {
  const { tasks: store, accounts } = await opener(undefined)();
  const catalogue = new Catalogue({ log: undefined });
  onTestFinished(() => catalogue.close());
  catalogue.replace([provider], undefined);
  const parts = {
    store,
    accounts,
    queue: undefined,
    recent: new RecentBase64(),
    bodies: createBodyBudget(completeOptions({}).bodyLimits),
    catalogue,
    usage: new UsageMeter(),
    settings: completeOptions({}),
    convertAudio: vi.fn(),
    observer: silentObserver,
    largeResults: new LargeResults(),
    log: undefined,
  };
  const outcome = await makeOutcome(parts, {
    task,
    request: textRequest("Tell me about herons.", { model: model.id }),
    sent: { model: model.id, operation: undefined, written: 4 },
    isDeleted: false,
    cause: silentObserver.beginTask(task.id),
    signal: AbortSignal.timeout(60_000),
    emit: () => undefined,
    onStage: () => undefined,
    onHead: () => undefined,
  });
  expect(outcome).toMatchObject({ status: "failed", usage: { input: 5, output: 4, total: 9 }, cost: 5 * 1_000 + 4 * 2_000 });
});

describe("the progress of an image, audio or video", () => {
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
});
