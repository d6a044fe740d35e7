/** The progress of tasks that are followed. */
import { expect, test } from "vitest";
import type { Progress } from "../../../../src/contract/progress.ts";
import type { Task } from "../../../../src/generations/task.ts";
import { imageRequest, openScripted } from "../imageTask.ts";
import { baseUrl, pngBytes } from "../scriptedClient.ts";

const reports: (Progress | undefined)[] = [{ queue_position: 2 }, { percent: 40 }, { percent: 40 }, undefined];

/** The progress of each state that a listener sees. */
async function follow(reportsProgress: boolean): Promise<(Progress | undefined)[]> {
  let polls = 0;
  const { tasks, target } = await openScripted(
    {
      poll: (_, count) => {
        polls = count;
        return count > reports.length ? [pngBytes] : "processing";
      },
      progress: () => reports[polls - 1],
    },
    { reportsProgress: (_, model) => reportsProgress && model === "painter" },
  );
  const seen: Task[] = [];
  for await (const task of tasks.submit({ baseUrl, request: imageRequest, target }).changes()) seen.push(task);
  expect(seen.at(-1)?.state).toBe("saved");
  return seen.map(({ progress }) => progress).filter((progress, index, all) => index === 0 || progress !== all[index - 1]);
}

test("each change of a task's progress is reported, and none after its end", async () => {
  expect(await follow(true)).toEqual([undefined, { queue_position: 2 }, { percent: 40 }, undefined]);
});

test("a service that does not announce progress is not asked for it", async () => {
  expect(await follow(false)).toEqual([undefined]);
});
