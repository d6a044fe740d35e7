/** A text is stopped on the service, too: a proxy may hide that its client has left. */
import { createServer, request as send } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { LeftToNext } from "../../../src/generations/sending/startText.ts";
import { startService } from "../../../src/service/startService.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** A slow service behind a proxy that reads its answers to their end. */
async function open() {
  const service = await startService({ tokensPerSecond: 5 });
  onTestFinished(() => service.close());
  const proxy = createServer((request, response) => {
    const upstream = send(service.url + request.url, { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on("data", (chunk) => response.write(chunk));
      answer.on("end", () => response.end());
    });
    upstream.on("error", () => response.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  const baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const client = createServiceClient({ baseUrl, key: async () => service.key });
  onTestFinished(() => client.close());
  const tasks = await openTasks({ folder: await temporaryFolder(), client: async () => client });
  onTestFinished(() => tasks.close());
  const headers = { authorization: `Bearer ${service.key}` };
  const status = async (id: string | undefined) => (await fetch(`${service.url}/api/v1/responses/${id}`, { headers })).status;
  return { baseUrl, tasks, status };
}

test.each([
  ["a stop", undefined, {}, 404],
  ["a window that closes, whose answer the next one fetches,", new LeftToNext(), {}, 200],
  ["a run that keeps its id", undefined, { keepsId: true }, 200],
])("after %s, the service answers with the text or not", async (_, reason, options, expected) => {
  const { baseUrl, tasks, status } = await open();
  const controller = new AbortController();
  const request = { interface: "v1", kind: "text", body: { model: "demo-text", input: "Count from 1 to 2000." } } as const;
  const generation = await tasks.start(request, { baseUrl, signal: controller.signal, ...options });
  for await (const changes of generation) {
    if (changes.some(({ type }) => type === "identified")) controller.abort(reason);
  }
  const { outcome, id } = await generation.end;
  expect([outcome, id]).toEqual(["aborted", expect.any(String)]);
  if (expected === 404) await expect.poll(() => status(id)).toBe(404);
  else {
    await new Promise((done) => setTimeout(done, 300));
    expect(await status(id)).toBe(200);
  }
});
