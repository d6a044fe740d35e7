/** Tasks whose file is used in memory, such as a spoken sentence: one life with all tasks, but no file, no prompt and no place in lists. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { ServiceClient } from "../../../src/client/serviceClient.ts";
import type { TaskRequest } from "../../../src/contract/wireRequest.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import type { Task } from "../../../src/generations/task.ts";
import { jsonAnswer, startRawServer } from "../client/http/rawServer.ts";
import { createTestClient } from "../client/testClient.ts";
import { baseUrl, plainPng, scriptedClient } from "./scriptedClient.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

const wav = Buffer.from("RIFF\0\0\0\0WAVEfmt ", "latin1");
const speech: TaskRequest = { interface: "v1", kind: "audio", body: { model: "flite", input: "A red fox.", voice: "slt", format: "wav" } };
const spoken: TaskRequest = { interface: "v2", kind: "audio", body: { ai: { model: "flite" }, content: [] } };

async function open(client: ServiceClient, folder?: string) {
  const used = folder ?? (await temporaryFolder());
  const tasks = await openTasks({ folder: used, client: async () => client });
  onTestFinished(() => tasks.close());
  return { tasks, folder: used };
}

test("its first file is used as it arrived, its cost counts, and nothing else stays", async () => {
  const { tasks, folder } = await open(
    scriptedClient({
      pollV2: (_, polls) => (polls === 1 ? { error: null } : { contents: { status: 2, cost: { amount: 0.5 } }, error: null }),
      filesV2: [wav],
    }),
  );
  const [heard, shown]: [Uint8Array[], (Task | undefined)[]] = [[], []];
  tasks.onChange(({ task }) => shown.push(task));
  const { key, end } = await tasks.start(spoken, { baseUrl, target: ({ bytes }) => void heard.push(bytes) });
  expect(await end).toMatchObject({ outcome: "completed", cost: 0.5 });
  expect(heard).toEqual([wav]);
  expect(tasks.costs.sum(0)).toEqual([{ amount: 0.5 }]);
  expect([tasks.get(key), tasks.list(), tasks.count(), shown.filter((task) => task !== undefined)]).toEqual([undefined, [], 0, []]);
  await expect.poll(() => readdir(join(folder, "received"))).toEqual([]);
});

test("neither its text nor its request is recorded", async () => {
  const { tasks, folder } = await open(scriptedClient({ poll: () => [wav] }));
  const { end } = await tasks.start(speech, { baseUrl, target: () => undefined });
  await end;
  const database = new DatabaseSync(join(folder, "tasks.sqlite"), { readOnly: true });
  onTestFinished(() => database.close());
  expect(database.prepare("SELECT destination, state, prompt, folder FROM tasks").all()).toEqual([
    { destination: "memory", state: "saved", prompt: "", folder: "" },
  ]);
  expect(database.prepare("SELECT count(*) AS count FROM requests").get()).toEqual({ count: 0 });
});

test("a page instead of a sound is an error, and is not used", async () => {
  const { tasks } = await open(scriptedClient({ poll: () => [Buffer.from("<!doctype html><title>Error</title>")] }));
  const { end } = await tasks.start(speech, { baseUrl, target: () => expect.unreachable() });
  expect(await end).toMatchObject({ outcome: "failed", error: { kind: "badAnswer" } });
});

test("a request refused by the request limit is sent again, but not after a stop", async () => {
  const refused = Promise.withResolvers<void>();
  let posts = 0;
  let isLimited = true;
  const server = await startRawServer(({ method }) => {
    if (method === "GET") return jsonAnswer(200, { id: "1", status: "completed", data: [{ b64_json: wav.toString("base64") }] });
    posts += 1;
    if (posts > 1 && !isLimited) return jsonAnswer(200, { id: "1" });
    refused.resolve();
    const limit = { error: { message: "Too many requests.", type: "rate_limit_error", code: "rate_limit_exceeded" } };
    return jsonAnswer(429, limit, { "retry-after": isLimited ? "50" : "0" });
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const client = createTestClient(server.baseUrl);
  onTestFinished(() => client.close());
  const { tasks } = await open(client);
  const stop = new AbortController();
  const start = () => tasks.start(speech, { baseUrl: server.baseUrl, target: () => undefined, unsent: stop.signal });
  const stopped = await start();
  await refused.promise;
  stop.abort();
  expect(await stopped.end).toMatchObject({ outcome: "aborted", id: undefined });
  await expect(start()).rejects.toMatchObject({ kind: "aborted" });
  expect(posts).toBe(1);

  isLimited = false;
  posts = 0;
  const again = await tasks.start(speech, { baseUrl: server.baseUrl, target: () => undefined, unsent: new AbortController().signal });
  await expect.poll(() => posts).toBe(2);
  await again.end;
});

test("of one whose process has ended, the next one asks for the cost, and saves nothing", async () => {
  const folder = await temporaryFolder();
  const first = await open(scriptedClient({ poll: () => "processing", pollV2: () => ({ error: null }) }), folder);
  const left = await first.tasks.start(spoken, { baseUrl, target: () => expect.unreachable() });
  for await (const changes of left) if (changes.some(({ type }) => type === "identified")) break;
  await first.tasks.close();

  const client = scriptedClient({ pollV2: () => ({ contents: { status: 2, cost: { amount: 0.5 } }, error: null }), filesV2: [plainPng] });
  const { tasks } = await open(client, folder);
  await expect.poll(() => tasks.costs.sum(0)).toEqual([{ amount: 0.5 }]);
  expect([client.posts, tasks.list()]).toEqual([0, []]);
});
