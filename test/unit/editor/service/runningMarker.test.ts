/** The marker that tells a new window whether tasks are running. */
import { expect, test } from "vitest";
import { hasRunningMarker, keepRunningMarker } from "../../../../src/editor/service/runningMarker.ts";
import { openTasks } from "../../../../src/generations/openTasks.ts";
import { imageRequest, untilAnswered } from "../../generations/imageTask.ts";
import { baseUrl, pngBytes, scriptedClient } from "../../generations/scriptedClient.ts";
import { temporaryFolder } from "../../generations/temporaryFolder.ts";

test("the marker exists only while tasks are running, also when the journal has been opened", async () => {
  const folder = await temporaryFolder();
  const warnings: string[] = [];
  let isDone = false;
  const client = scriptedClient({ poll: () => (isDone ? [pngBytes] : "pending") });
  expect(hasRunningMarker(folder)).toBe(false);
  const tasks = await openTasks({ folder, client: async () => client });
  const stopMarking = keepRunningMarker(folder, tasks, (message) => void warnings.push(message));
  await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target: { folder, pattern: "{slug}" } }));
  await expect.poll(() => hasRunningMarker(folder)).toBe(true);
  isDone = true;
  tasks.pollNow();
  await expect.poll(() => tasks.count({ states: ["saved"] })).toBe(1);
  await expect.poll(() => hasRunningMarker(folder)).toBe(false);
  stopMarking();
  await tasks.close();
  expect(hasRunningMarker(folder)).toBe(false);
  expect(warnings).toEqual([]);
});
