/** Submits three tasks and follows them until this process ends or is killed. */
import { join } from "node:path";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import type { TaskRequest } from "../../src/contract/wireRequest.ts";
import { openTasks } from "../../src/generations/openTasks.ts";
import { originOf } from "./statedOrigin.ts";

const [folder = "", baseUrl = "", key = ""] = process.argv.slice(2);

const requests: TaskRequest[] = [
  { interface: "v1", kind: "image", body: { model: "demo-image", prompt: "A red fox", size: "256x256" } },
  { interface: "v1", kind: "audio", body: { model: "flite", input: "A red fox", voice: "slt", format: "wav" } },
  {
    interface: "v2",
    kind: "image",
    body: { type: "out_image", ai: { model: "demo-image", image_size: "256x256" }, content: [{ type: "input_text", text: "A red fox" }] },
  },
];

const client = createServiceClient({ baseUrl, key: async () => key });
const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client, originOf });
process.stdout.write("opened\n");
const submitted = await Promise.all(
  requests.map((request) => tasks.submit({ baseUrl, request, target: { folder: join(folder, "out"), pattern: "{slug}" } })),
);
await Promise.all(submitted.map((task) => tasks.handle(task.key).end()));
await tasks.close();
await client.close();
