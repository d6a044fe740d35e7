/** An answer of a conversation is a row of the journal: whoever is left fetches it, its cost is counted once, and the key leads to its output. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FetchedAnswer } from "../../../src/generations/journal/answerTable.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { LeftToNext } from "../../../src/generations/sending/startText.ts";
import { makeTaskKey } from "../../../src/generations/taskKey.ts";
import type { SendingTasks } from "../../../src/generations/tasks.ts";
import { jsonAnswer, type RawAnswer, type RawRequest, startRawServer, streamAnswer } from "../client/http/rawServer.ts";
import { createTestClient } from "../client/testClient.ts";
import { begun, delta, event, openAnswer, response } from "../conversations/sessionRun.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

const body = { model: "model", input: "Write on" };
const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3, cost: 0.25 };
const whole = response("The whole answer", { usage });
const signal = () => new AbortController().signal;
const isAsked = ({ method }: RawRequest) => method === "GET";

async function open(respond: (request: RawRequest) => RawAnswer, folder?: string) {
  const server = await startRawServer(respond);
  const client = createTestClient(server.baseUrl);
  const { baseUrl, requests } = server;
  onTestFinished(() => server[Symbol.asyncDispose]());
  const used = folder ?? (await temporaryFolder());
  const window = async () => {
    const tasks = await openTasks({ folder: used, client: async () => client, unitOf: () => "$" });
    onTestFinished(() => tasks.close());
    return tasks;
  };
  onTestFinished(() => client.close());
  const asked = (key: string, more: Partial<FetchedAnswer> = {}): FetchedAnswer => {
    return { key, baseUrl, interface: "v1", kind: "text", model: "model", ...more };
  };
  const start = (tasks: SendingTasks, key: string, until?: AbortSignal) =>
    tasks.start(
      { interface: "v1", kind: "text", body },
      { baseUrl, key, isResumable: true, ...(until === undefined ? {} : { signal: until }) },
    );
  return { window, asked, start, requests };
}

test("a window that closes leaves its answer to the others, of which one fetches it, and the next one finds it by its key", async () => {
  const { window, asked, start, requests } = await open((request) => (isAsked(request) ? jsonAnswer(200, whole) : openAnswer().respond));
  const [one, other] = [await window(), await window()];
  const key = makeTaskKey(Date.now());
  const leaving = new AbortController();
  await start(one, key, leaving.signal);
  await expect.poll(() => one.costs.of(key)).toMatchObject({ isRunning: true });
  for await (const { id } of one.handle(key).changes()) if (id !== undefined) break;
  leaving.abort(new LeftToNext());
  await one.close();
  await expect.poll(() => other.costs.of(key)).toEqual({ isRunning: false, amount: 0.25, unit: "$" });
  const fetched = await other.fetch(asked(key), { signal: signal() });
  expect(await fetched.end).toMatchObject({ outcome: "completed", id: "resp_1", response: { output: whole.output } });
  await other.answers.end(key);
  expect(requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  expect([other.costs.sum(0), other.list(), other.answers.left()]).toEqual([[{ amount: 0.25, unit: "$" }], [], []]);
});

test.each<[string, RawAnswer]>([
  ["was cut, of which the rest is asked for", streamAnswer([begun, delta("Half")])],
  ["was answered", streamAnswer([begun, event("response.completed", { response: whole })])],
])("the cost of an answer that %s counts once, also if it is fetched again", async (_, first) => {
  let isKept = false;
  const { window, asked, start } = await open((request) =>
    isAsked(request) ? (isKept ? jsonAnswer(200, whole) : jsonAnswer(404, {})) : first,
  );
  const tasks = await window();
  const key = makeTaskKey(Date.now());
  await (await start(tasks, key)).end;
  await expect.poll(() => tasks.costs.of(key)?.isRunning).toBe(false);
  isKept = true;
  // A conversation of the version before knows only the id of the service.
  for (const answer of [asked(key), asked(makeTaskKey(Date.now()), { id: "resp_1" })]) {
    const fetched = await tasks.fetch(answer, { signal: signal() });
    expect([fetched.key, (await fetched.end).text]).toEqual([key, "The whole answer"]);
    await tasks.answers.end(key);
  }
  expect(tasks.costs.sum(0)).toEqual([{ amount: 0.25, unit: "$" }]);
});

test("the output of an answer whose conversation was deleted is not kept, and is fetched again if that is undone", async () => {
  const { window, asked, start, requests } = await open((request) => (isAsked(request) ? jsonAnswer(200, whole) : openAnswer().respond));
  const [one, other] = [await window(), await window()];
  const key = makeTaskKey(Date.now());
  const leaving = new AbortController();
  await start(one, key, leaving.signal);
  await expect.poll(() => one.costs.of(key)).toMatchObject({ isRunning: true });
  for await (const { id } of one.handle(key).changes()) if (id !== undefined) break;
  leaving.abort(new LeftToNext());
  await one.answers.end(key);
  await one.close();
  expect(other.costs.of(key)).toMatchObject({ isRunning: false });
  const fetched = await other.fetch(asked(key), { signal: signal() });
  expect((await fetched.end).text).toBe("The whole answer");
  expect(requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
});

test("an answer that the journal does not know is fetched by its id, and one without an id has no output", async () => {
  const { window, asked } = await open(() => jsonAnswer(200, whole));
  const tasks = await window();
  const fetched = await tasks.fetch(asked(makeTaskKey(1), { id: "resp_1" }), { signal: signal() });
  expect((await fetched.end).text).toBe("The whole answer");
  const unknown = await tasks.fetch(asked(makeTaskKey(2)), { signal: signal() });
  await expect(unknown.end).rejects.toMatchObject({ kind: "notFound" });
});

test.each([
  ["at once", 401, "invalidKey"],
  ["at once", 404, "notFound"],
] as const)("what cannot be fetched says so %s if the service answers %d, and is there once that changes", async (_, status, kind) => {
  let isRefused = true;
  const { window, asked } = await open(() => (isRefused ? jsonAnswer(status, {}) : jsonAnswer(200, whole)));
  const tasks = await window();
  const answer = asked(makeTaskKey(Date.now()), { id: "resp_1" });
  await expect((await tasks.fetch(answer, { signal: signal() })).end).rejects.toMatchObject({ kind });
  isRefused = false;
  expect((await (await tasks.fetch(answer, { signal: signal() })).end).text).toBe("The whole answer");
});

test("a short failure of the service is waited for, and a stop ends the wait, but not the fetching", async () => {
  let unavailable = 1;
  const { window, asked } = await open(() => (unavailable-- > 0 ? jsonAnswer(503, {}) : jsonAnswer(200, whole)));
  const tasks = await window();
  const key = makeTaskKey(Date.now());
  const stop = new AbortController();
  const { end } = await tasks.fetch(asked(key, { id: "resp_1" }), { signal: stop.signal });
  await delay(50);
  stop.abort();
  await expect(end).rejects.toMatchObject({ kind: "aborted" });
  expect((await (await tasks.fetch(asked(key), { signal: signal() })).end).text).toBe("The whole answer");
});

test("a failure that has passed does not end the wait for an answer that takes longer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const running = jsonAnswer(200, response("", { status: "in_progress", output: [] }));
  let asked = 0;
  let answer = running;
  const fetching = await open(() => (asked++ === 0 ? jsonAnswer(503, {}) : answer));
  const tasks = await fetching.window();
  const key = makeTaskKey(Date.now());
  const { end } = await tasks.fetch(fetching.asked(key, { id: "resp_1" }), { signal: signal() });
  const seen: unknown[] = [];
  void end.then(({ text }) => text, String).then((said) => seen.push(said));
  let seconds = 0;
  const eachSecond = (read: () => unknown) => {
    const pass = () => {
      vi.advanceTimersByTime(1000);
      seconds += 1;
      return read();
    };
    return expect.poll(pass, { interval: 10 });
  };
  await eachSecond(() => asked).toBeGreaterThan(1);
  seconds = 0;
  await eachSecond(() => seconds).toBeGreaterThan(90);
  expect(seen).toEqual([]);
  answer = jsonAnswer(200, whole);
  await eachSecond(() => seen).toEqual(["The whole answer"]);
});
