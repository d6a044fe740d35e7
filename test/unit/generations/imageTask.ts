/** Opens tasks on a folder with a scripted service. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TaskRequest } from "../../../src/contract/wireRequest.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import type { Task } from "../../../src/generations/task.ts";
import type { SendingTasks, TaskHandle, TasksOptions } from "../../../src/generations/tasks.ts";
import { type Script, type ScriptedClient, scriptedClient } from "./scriptedClient.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

export const imageRequest: TaskRequest = { interface: "v1", kind: "image", body: { model: "painter", prompt: "A red fox" } };

export interface Opened {
  tasks: SendingTasks;
  client: ScriptedClient;
  folder: string;
  target: { folder: string; pattern: string };
}

/** The task after the service has answered its POST. */
export async function untilAnswered(handle: TaskHandle): Promise<Task> {
  for await (const task of handle.changes()) if (task.state !== "submitting") return task;
  return handle.end();
}

export async function openScripted(script: Script, options: Partial<Omit<TasksOptions, "client">> = {}): Promise<Opened> {
  const folder = options.folder ?? (await temporaryFolder());
  const client = scriptedClient(script);
  const { folder: _, ...rest } = options;
  const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client, ...rest });
  onTestFinished(() => tasks.close());
  return { tasks, client, folder, target: { folder: join(folder, "out"), pattern: "{slug}" } };
}
