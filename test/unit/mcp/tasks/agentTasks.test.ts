/** Waiting for the tasks of agents. */
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { waitForTask } from "../../../../src/mcp/tasks/agentTasks.ts";
import { imageRequest, openScripted, untilAnswered } from "../../generations/imageTask.ts";
import { spoilFile } from "../../generations/journal/spoilFile.ts";
import { baseUrl, pngBytes } from "../../generations/scriptedClient.ts";

/** Longer than the time between two reports about a task that does not change. */
const reportMilliseconds = 6000;

test("a journal that cannot be read for a while neither ends the process nor the wait for a task", async () => {
  let isDone = false;
  const { tasks, folder, target } = await openScripted({ poll: () => (isDone ? [pngBytes] : "pending") });
  const { key } = await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target }));
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const reports: string[] = [];
  const context = { signal: new AbortController().signal, report: (message: string) => void reports.push(message) };
  const ended = waitForTask(tasks, key, context, 60_000);
  const restore = spoilFile(join(folder, "journal", "tasks.sqlite"));
  // What a timer's function throws ends the process; here, it is thrown to this test.
  vi.advanceTimersByTime(reportMilliseconds);
  expect(reports.at(-1)).toMatch(/^The list of tasks cannot be read at the moment, \d+ s$/);
  restore();
  isDone = true;
  tasks.pollNow();
  await expect.poll(() => tasks.get(key)?.state).toBe("saved");
  vi.advanceTimersByTime(reportMilliseconds);
  expect(await ended).toMatchObject({ key, state: "saved" });
});
