/** What a test learns of an answer that is not whole, over both interfaces, and when it is read from the cache later. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import type { WireRequest } from "../../../src/contract/wireRequest.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { openAnswerCache } from "../../../src/promptTests/answerCache.ts";
import { askModel } from "../../../src/promptTests/askModel.ts";
import { startService } from "../../../src/service/startService.ts";
import { temporaryFolder } from "../generations/temporaryFolder.ts";

const prompt = "Tell me about the sea and its many fish.";
const requestOf = (version: "v1" | "v2", model: string): WireRequest =>
  version === "v1"
    ? { interface: "v1", kind: "text", body: { model, input: prompt } }
    : { interface: "v2", kind: "text", body: { type: "out_text", ai: { model }, content: [{ type: "input_text", text: prompt }] } };

test("an answer that was cut off says so over v1 and v2, and a whole one does not", async () => {
  const folder = await temporaryFolder();
  const service = await startService({ tokensPerSecond: 0, faults: true });
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => client });
  onTestFinished(async () => {
    await tasks.close();
    await client.close();
    await service.close();
  });
  const cache = openAnswerCache(join(folder, "answers"), () => undefined);
  const asked = { generations: tasks, baseUrl: service.url, folder };
  for (const version of ["v1", "v2"] as const) {
    const request = requestOf(version, "fault-incomplete");
    const cut = await askModel(asked, request, new AbortController().signal);
    expect(cut.incomplete, version).toBe("The answer was cut off: it reached the maximum length of the model's answers.");
    await cache.write({ service: "s", request, repetition: 0 }, cut);
    expect(await cache.read({ service: "s", request, repetition: 0 })).toMatchObject({ text: cut.text, incomplete: cut.incomplete });
    const whole = await askModel(asked, requestOf(version, "demo-text"), new AbortController().signal);
    expect([whole.text === "", whole.incomplete]).toEqual([false, undefined]);
  }
});
