/** A script and a folder in; open tasks on it, and an image task's request, out. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openTasks } from "../../../src/tasks/openTasks.ts";
import type { ArtifactTarget, TaskRequest } from "../../../src/tasks/task.ts";
import type { Clock, Tasks } from "../../../src/tasks/tasks.ts";
import { type Script, type ScriptedClient, scriptedClient } from "./scriptedClient.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

export const imageRequest: TaskRequest = { interface: "v1", kind: "image", body: { model: "painter", prompt: "A red fox" } };

export interface Opened {
  tasks: Tasks;
  client: ScriptedClient;
  folder: string;
  target: ArtifactTarget;
}

export async function openScripted(script: Script, options: { folder?: string; clock?: Clock } = {}): Promise<Opened> {
  const folder = options.folder ?? (await temporaryFolder());
  const client = scriptedClient(script);
  const clock = options.clock === undefined ? {} : { clock: options.clock };
  const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client, ...clock });
  onTestFinished(() => tasks.close());
  return { tasks, client, folder, target: { folder: join(folder, "out"), pattern: "{slug}" } };
}
