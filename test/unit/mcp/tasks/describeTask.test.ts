/** What agents are told of a task says that it is billed only where somebody bills. */
import { expect, test } from "vitest";
import type { Task } from "../../../../src/generations/task.ts";
import { describeTasks } from "../../../../src/mcp/tasks/describeTask.ts";

const task: Task = {
  key: "k",
  id: "img_1",
  baseUrl: "http://127.0.0.1:1",
  interface: "v1",
  kind: "image",
  model: "m",
  prompt: "a cat",
  request: { kind: "image", interface: "v1", body: { model: "m", prompt: "a cat" } },
  target: { folder: "/f", pattern: "p" },
  origin: undefined,
  state: "stopped",
  createdAt: 1,
  acceptedAt: 1,
  finishedAt: undefined,
  usage: undefined,
  cost: undefined,
  reported: undefined,
  text: undefined,
  artifacts: [],
  error: undefined,
};

async function say(changes: Partial<Task>, isDemo: boolean): Promise<string> {
  const options = { thumbnails: false, unit: "credits", folders: [], isDemo: () => isDemo };
  return JSON.stringify(await describeTasks([{ ...task, ...changes }], options));
}

test.each<[string, Partial<Task>]>([
  ["one that nobody waits for", {}],
  ["one that may have been accepted", { state: "maybeAccepted", error: { kind: "connectionLost", message: "x" } }],
  ["one with a gateway's timeout", { state: "maybeAccepted", error: { kind: "timeout", message: "x", status: 504 } }],
])("%s", async (_, changes) => {
  expect(await say(changes, false)).toMatch(/bill/);
  expect(await say(changes, true)).not.toMatch(/bill/);
});
