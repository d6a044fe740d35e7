/** Polls that are answered when their task changes (RFC 7240, `wait`). */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { startService } from "../../../src/service/startService.ts";
import { postgresStore } from "../../../src/service/store/postgres/openPostgresStore.ts";
import { createSharedDatabase } from "../postgresServer.ts";
import { callService, startTestService } from "../testService.ts";

const service = await startTestService({ faults: true });
const model = "fault-slow";
const prefer = { prefer: "wait=30" };
/** Milliseconds, also on a busy machine; an answer that waits takes 30 s. */
const atOnce = 10_000;

type Called = Pick<typeof service, "url" | "headers">;

async function timed(path: string, headers: Record<string, string> = prefer, from: Called = service) {
  const began = performance.now();
  const answer = await fetch(`${from.url}${path}`, { headers: { ...from.headers, ...headers } });
  return { answer, body: await answer.json(), milliseconds: performance.now() - began };
}

async function begin(path: string, body: object, from: Called = service): Promise<string> {
  const answer = await fetch(`${from.url}${path}`, { method: "POST", headers: from.headers, body: JSON.stringify(body) });
  void answer.body?.cancel().catch(() => undefined);
  return answer.headers.get("x-task-id") ?? "";
}

const slowV2 = { type: "out_image", ai: { model }, content: [{ type: "input_text", text: "2" }] };
const doors = [
  { name: "images", post: "/api/v1/images", poll: "/api/v1/images", body: { model, prompt: "2" }, done: { status: "completed" } },
  {
    name: "audios",
    post: "/api/v1/audios",
    poll: "/api/v1/audios",
    body: { model, input: "2", voice: "slt", format: "wav" },
    done: { status: "completed" },
  },
  {
    name: "videos",
    post: "/api/v1/videos",
    poll: "/api/v1/videos",
    body: { model, prompt: "2", quality: "480p", duration: 1 },
    done: { status: "completed" },
  },
  { name: "v2", post: "/api/v2", poll: "/api/v2/status", body: slowV2, done: { contents: { status: 2 } } },
] as const;

test.each(doors)(
  "$name: an answer that may wait comes when the task has ended, another one at once",
  async ({ post, poll, body, done }) => {
    const id = await begin(post, body);
    const plain = await timed(`${poll}/${id}`, {});
    expect(plain.body).not.toMatchObject(done);
    expect(plain.answer.headers.get("accept-prefer")).toBe("wait=30");
    expect(plain.answer.headers.get("preference-applied")).toBeNull();
    const waits: Awaited<ReturnType<typeof timed>>[] = [];
    const ask = async () => {
      waits.push(await timed(`${poll}/${id}`));
      return waits.at(-1)?.body;
    };
    await expect.poll(ask).toMatchObject(done);
    // The first change may be that it has begun.
    expect(waits.length).toBeLessThanOrEqual(2);
    expect(waits.at(-1)?.answer.headers.get("preference-applied")).toBe("wait=30");
    expect((await timed(`${poll}/${id}`)).milliseconds).toBeLessThan(atOnce);
  },
);

test("a Response that is generated for another request is waited for", async () => {
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ model, input: "2", stream: true }),
  });
  const id = answer.headers.get("x-task-id");
  const rest = answer.text();
  let held = await timed(`/api/v1/responses/${id}`);
  if (held.body.status === "in_progress") held = await timed(`/api/v1/responses/${id}`);
  expect(held.body.status).toBe("completed");
  await rest;
});

test("a wait ends after its seconds, when the task is deleted, and when the service shuts down", async () => {
  const id = await begin("/api/v1/images", { model, prompt: "30" });
  await expect.poll(async () => (await timed(`/api/v1/images/${id}`, {})).body.status).toBe("processing");
  const short = await timed(`/api/v1/images/${id}`, { prefer: "respond-async, wait=1" });
  expect(short.body.status).toBe("processing");
  expect(short.milliseconds).toBeGreaterThan(900);
  expect(short.answer.headers.get("preference-applied")).toBe("wait=1");
  const deleted = timed(`/api/v1/images/${id}`);
  await sleep(100);
  await service.delete(`/api/v1/responses/${id}`);
  const { answer, milliseconds } = await deleted;
  expect(answer.status).toBe(404);
  expect(milliseconds).toBeLessThan(atOnce);

  const running = await startService({ faults: true });
  const other = callService(running.url, running.key, () => running.close());
  onTestFinished(other.close);
  const last = await begin("/api/v1/images", { model, prompt: "3" }, other);
  const open = timed(`/api/v1/images/${last}`, prefer, other);
  await sleep(200);
  const drained = running.drain();
  // It is answered although the task goes on.
  expect((await open).body.status).not.toBe("completed");
  await drained;
});

/** Two services on the same data. */
async function startTwo(): Promise<[Called, Called]> {
  const data = await mkdtemp(join(tmpdir(), "long-polls-"));
  onTestFinished(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
  const isShared = process.env.SERVICE_DATABASE === "postgres";
  const database = isShared ? await createSharedDatabase() : undefined;
  const start = async () => {
    const running = await (database === undefined
      ? startService({ faults: true, keys: ["key"], data })
      : startService({ faults: true, keys: ["key"] }, postgresStore(database)));
    onTestFinished(() => running.close());
    return callService(running.url, "key", () => running.close());
  };
  return [await start(), await start()];
}

test("a task that ends in another service on the same data is answered within the interval of looks", async () => {
  const [first, second] = await startTwo();
  const id = await begin("/api/v1/images", { model, prompt: "3" }, first);
  await expect.poll(async () => (await timed(`/api/v1/images/${id}`, {}, second)).body.status).toBe("processing");
  const ends = (from: Called) => timed(`/api/v1/images/${id}`, prefer, from).then(({ body }) => ({ body, at: performance.now() }));
  const [there, here] = await Promise.all([ends(first), ends(second)]);
  expect([there.body.status, here.body.status]).toEqual(["completed", "completed"]);
  // Whichever of them runs it.
  expect(Math.abs(here.at - there.at)).toBeLessThan(1_500);
});

/** Of one of several tests that run at the same time, which vitest's own function cannot tell. */
type Finishing = Pick<TestContext, "onTestFinished">;

/** A proxy that counts the requests and their preferences, and answers 504 after `patience` milliseconds. `refused`: statuses of the first polls. */
async function openProxy(
  { onTestFinished }: Finishing,
  patience: number,
  { removesAnnouncement = false, refused = [] }: { removesAnnouncement?: boolean; refused?: number[] } = {},
) {
  const preferences: (string | undefined)[] = [];
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (incoming.method === "GET") preferences.push(incoming.headers.prefer?.toString());
    const status = incoming.method === "GET" ? refused.shift() : undefined;
    if (status !== undefined) {
      outgoing.writeHead(status).end();
      return;
    }
    const { host: _, ...headers } = incoming.headers;
    const onward = send(`${service.url}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      clearTimeout(timer);
      const { "accept-prefer": announced, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 500, removesAnnouncement || announced === undefined ? rest : answer.headers);
      answer.pipe(outgoing);
    });
    const timer = setTimeout(() => {
      outgoing.writeHead(504).end();
      onward.destroy();
    }, patience);
    onward.on("error", () => undefined);
    incoming.pipe(onward);
  };
  const server = createServer(forward).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { preferences, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}

async function generate({ onTestFinished }: Finishing, baseUrl: string, prompt: string) {
  const folder = await mkdtemp(join(tmpdir(), "long-polls-"));
  const client = createServiceClient({ baseUrl, key: async () => service.key });
  const tasks = await openTasks({ folder, client: async () => client });
  onTestFinished(async () => {
    await tasks.close();
    await client.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const request = { interface: "v1", kind: "image", body: { model, prompt } } as const;
  return tasks.submit({ baseUrl, request, target: { folder, pattern: "{slug}" } }).end();
}

test.concurrent("the client waits for a result in one request, also through a proxy", async (context) => {
  const proxy = await openProxy(context, 60_000);
  expect((await generate(context, proxy.url, "4")).state).toBe("saved");
  expect(proxy.preferences).toEqual(["wait=30"]);
});

test.concurrent("the client waits shorter behind a proxy that gives up early", async (context) => {
  const proxy = await openProxy(context, 2_000);
  expect((await generate(context, proxy.url, "6")).state).toBe("saved");
  expect(proxy.preferences.slice(0, 2)).toEqual(["wait=30", "wait=1"]);
});

test.concurrent("a poll that is refused at once does not shorten the next waits", async (context) => {
  const proxy = await openProxy(context, 60_000, { refused: [503, 429] });
  expect((await generate(context, proxy.url, "4")).state).toBe("saved");
  expect(new Set(proxy.preferences)).toEqual(new Set(["wait=30"]));
});

test.concurrent("a service that does not announce it is polled by the schedule", async (context) => {
  const proxy = await openProxy(context, 60_000, { removesAnnouncement: true });
  expect((await generate(context, proxy.url, "2")).state).toBe("saved");
  expect(new Set(proxy.preferences)).toEqual(new Set([undefined]));
  expect(proxy.preferences.length).toBeGreaterThan(2);
});
