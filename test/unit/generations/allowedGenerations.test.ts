/** Whatever is billed is checked where it is recorded: two windows never spend the same remaining amount of the user's budget. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { Session } from "../../../src/conversations/session.ts";
import { AllowedGenerations } from "../../../src/generations/allowedGenerations.ts";
import { BudgetExceeded } from "../../../src/generations/spending.ts";
import type { SubmitOptions } from "../../../src/generations/submitOptions.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { readTests } from "../../../src/prompt/testing/readTests.ts";
import { createBudget } from "../../../src/promptTests/budget.ts";
import { planTests } from "../../../src/promptTests/planTests.ts";
import { repetitionsOf } from "../../../src/promptTests/repetition.ts";
import { type RepetitionEnd, runTests } from "../../../src/promptTests/runTests.ts";
import { conversation } from "../chat/turns.ts";
import { createTestClient } from "../client/testClient.ts";
import { allowed } from "./allowed.ts";
import { ending, fox, openWindows, startHeldService, unit, type Window } from "./budgetWindow.ts";

/** Sends one request, and resolves with the error that ended it. */
type Start = (window: Window, baseUrl: string, folder: string) => Promise<unknown>;

const never = new AbortController().signal;

const submit =
  (request: SubmitOptions["request"]): Start =>
  async (window, baseUrl, folder) => {
    const generations = await window.allow();
    const target = { folder: join(folder, "out"), pattern: "{slug}" };
    return generations.run({ baseUrl, request, target }).catch((error: unknown) => error);
  };

const runTest =
  (front: string): Start =>
  async (window, baseUrl, folder) => {
    const generations = await window.allow();
    const document = parsePromptDocument(`---\n${front}\nmodel: maker\ntests: [ { assert: [] } ]\n---\nA fox\n`);
    const { planned } = planTests(document, readTests(document), {});
    const ends: RepetitionEnd[] = [];
    await runTests(repetitionsOf(planned), {
      asked: { generations, baseUrl, folder: join(folder, "out") },
      cache: { read: async () => undefined, write: async () => undefined },
      service: baseUrl,
      use: "cacheFirst",
      budget: createBudget(undefined),
      readExpected: async () => undefined,
      atOnce: 1,
      signal: never,
      onEnd: (_, end) => ends.push(end),
    });
    const [end] = ends;
    expect(end).toMatchObject({ type: "error", spent: 0 });
    return end?.type === "error" && end.error;
  };

const members: readonly [string, Start][] = [
  [
    "a text of v1",
    async (window, baseUrl) => {
      const generations = await window.allow();
      return generations.start(fox(), { baseUrl }).catch((error: unknown) => error);
    },
  ],
  [
    "a text of v1 in one piece",
    async (window, baseUrl) => {
      const generations = await window.allow();
      return generations.start(fox({ stream: false }), { baseUrl }).catch((error: unknown) => error);
    },
  ],
  [
    "an answer in the chat",
    async (window, baseUrl, folder) => {
      const conversations = await openConversationStore(join(folder, "chat"));
      onTestFinished(() => conversations.close());
      const ended = Promise.withResolvers<unknown>();
      const it = conversation([]);
      const session = new Session(
        { ...it, settings: { ...it.settings, model: "maker" } },
        {
          tasks: () => Promise.reject(new Error("Fetched.")),
          baseUrl: async () => baseUrl,
          isDemo: () => false,
          conversations,
          chooseModel: () => Promise.reject(new Error("Chosen.")),
          allow: async () => async (body, options) =>
            (await window.allow()).start({ interface: "v1", kind: "text", body }, { baseUrl, isResumable: true, ...options }),
          readAttachment: () => undefined,
          capabilitiesOf: () => undefined,
          readImage: () => undefined,
          keepImage: async () => undefined,
          describe: (error) => {
            ended.resolve(error);
            return { kind: error.kind, message: error.message };
          },
          report: ended.reject,
          warn: ended.reject,
        },
      );
      onTestFinished(() => session.dispose());
      session.send("A fox", []);
      return ended.promise;
    },
  ],
  ["a text of v2", submit({ interface: "v2", kind: "text", body: { ai: { model: "maker" }, content: [] } })],
  ["an image", submit({ interface: "v1", kind: "image", body: { model: "maker", prompt: "A fox" } })],
  ["an image of v2", submit({ interface: "v2", kind: "image", body: { ai: { model: "maker" }, content: [] } })],
  [
    "a spoken sentence",
    async (window, baseUrl) => {
      const generations = await window.allow();
      const body = { model: "maker", input: "A fox", voice: "alto", format: "wav" };
      const { end } = await generations.start({ interface: "v1", kind: "audio", body }, { baseUrl, target: () => undefined });
      return end.catch((error: unknown) => error);
    },
  ],
  ["a test of a text", runTest("kind: text")],
  ["a test of a text of v2", runTest("kind: text\ninterface: v2")],
  ["a test of an image", runTest("kind: image")],
];

describe.each([
  ["as much as earlier ones", 0.6],
  ["nobody knows how much", undefined],
])("while a request that costs %s is in progress in one window", (_, earlier) => {
  for (const [firstName, first] of members.filter(([name]) => ["a text of v1", "an image"].includes(name))) {
    test.each(members)(`(${firstName}), another window does not send %s on the same amount, and asks once`, async (_name, second) => {
      const { server, posts } = await startHeldService();
      const [one, other, folder] = await openWindows(server.baseUrl, earlier);
      // Both windows are allowed to begin: nothing is spent yet.
      const [allowed, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const late: Window = {
        ...other,
        allow: async () => {
          const sending = await other.allow();
          allowed.resolve();
          await begun.promise;
          return sending;
        },
      };
      const ended = second(late, server.baseUrl, folder);
      await allowed.promise;
      void first(one, server.baseUrl, folder);
      await server.arrived(1);
      begun.resolve();
      expect(await ended).toBeInstanceOf(BudgetExceeded);
      expect([posts(), one.asked.mock.calls.length, other.asked.mock.calls.length]).toEqual([1, 0, 1]);
    });
  }
});

test.each(members.slice(0, 5))("%s is sent once the user agrees to exceed the budget", async (_, start) => {
  const { server, posts } = await startHeldService();
  const [one, other, folder] = await openWindows(server.baseUrl, undefined, true);
  await one.ask();
  await server.arrived(1);
  void start(other, server.baseUrl, folder);
  await expect.poll(posts).toBe(2);
  expect(other.asked).toHaveBeenCalledTimes(1);
});

test("the requests of one action may use what is left together, and those of an action that the user refused are refused", async () => {
  const { server, posts } = await startHeldService();
  const [one, other] = await openWindows(server.baseUrl, undefined);
  const [mine, others] = [await one.allow(), await other.allow()];
  const { baseUrl } = server;
  await Promise.all([mine.start(fox(), { baseUrl }), mine.start(fox(), { baseUrl })]);
  await server.arrived(2);
  const refused = await Promise.allSettled([others.start(fox(), { baseUrl }), others.start(fox(), { baseUrl })]);
  expect(refused).toMatchObject([{ reason: { kind: "insufficientQuota" } }, { reason: { kind: "insufficientQuota" } }]);
  expect([posts(), other.asked.mock.calls.length]).toEqual([2, 1]);
});

test.each([
  ["reported a cost", { cost: 0.1 }, 0.1],
  ["reported a cost of 0", { cost: 0 }, 0],
  ["reported no cost", {}, 0.6],
])("of an answer that %s, the window counts what it cost", async (_, usage, spent) => {
  const { server, release } = await startHeldService();
  const [one, other] = await openWindows(server.baseUrl, 0.6);
  // What is shown is read again after each change.
  const shown = Promise.withResolvers<unknown>();
  other.tasks.onChange(shown.resolve);
  const stream = await one.ask();
  await server.arrived(1);
  expect([one.spent(), other.spent()]).toEqual([0.6, 0.6]);
  await shown.promise;
  release(usage);
  expect((await stream.end).outcome).toBe("completed");
  expect([one.spent(), other.spent()]).toEqual([spent, spent]);
});

test.each([
  ["failed", ["response.failed", { error: { code: "api_error", message: "No." } }], 0],
  ["is incomplete", ["response.incomplete", { incomplete_details: { reason: "max_output_tokens" }, usage: { cost: 0.3 } }], 0.3],
  ["was refused", ["response.completed", { usage: { cost: 0.05 }, output: [refusal()] }], 0.05],
] as const)("of an answer that %s, the window counts what it cost", async (_, [type, fields], spent) => {
  const { server, release } = await startHeldService();
  const [one, other] = await openWindows(server.baseUrl, 0.6);
  const stream = await one.ask();
  await server.arrived(1);
  release({}, [ending("resp_1", type, fields)]);
  await stream.end;
  expect(other.spent()).toBe(spent);
});

test.each([
  ["stopped", 0.6, 0.6],
  ["stopped, and may have cost anything", undefined, 0],
])("an answer that was %s counts as far as it may be billed, and holds up nothing", async (_, earlier, spent) => {
  const { server } = await startHeldService();
  const [one, other] = await openWindows(server.baseUrl, earlier);
  const stop = new AbortController();
  const stream = await one.ask({ signal: stop.signal });
  await server.arrived(1);
  stop.abort();
  expect((await stream.end).outcome).toBe("aborted");
  expect([other.spent(), other.tasks.costs.unknown(unit, Date.now())]).toEqual([spent, []]);
});

test("a request that is stopped before it is sent reserves nothing", async () => {
  const { server } = await startHeldService();
  const [one, other] = await openWindows(server.baseUrl, 0.6);
  const stop = new AbortController();
  const started = (await one.allow()).start(fox(), { baseUrl: server.baseUrl, signal: stop.signal });
  stop.abort();
  await expect(started).rejects.toMatchObject({ kind: "aborted" });
  expect([other.spent(), server.requests]).toEqual([0, []]);
});

test("an answer of a service that cannot be reached costs nothing", async () => {
  const { server } = await startHeldService();
  const [one, other] = await openWindows("http://127.0.0.1:9", 0.6);
  expect(server.requests).toEqual([]);
  const stream = await one.ask();
  expect(await stream.end).toMatchObject({ outcome: "failed", error: { kind: "unreachable" } });
  expect(other.spent()).toBe(0);
});

test("answers of a model that reports no costs run at the same time after the first one", async () => {
  const { server, posts, release } = await startHeldService();
  const [one, other] = await openWindows(server.baseUrl, undefined);
  const first = await one.ask();
  release({});
  await first.end;
  await Promise.all([one, other].map(async (window) => (await window.ask()).end));
  expect([posts(), one.spent(), other.asked.mock.calls.length]).toEqual([3, 0, 0]);
  // They are no costs that were reported.
  expect(one.tasks.costs.sum(0)).toEqual([]);
});

test.each([0.6, undefined])("what a killed window reserved (%s) does not count any more", async (earlier) => {
  const { server } = await startHeldService();
  const [one, , folder] = await openWindows(server.baseUrl, earlier);
  const child = spawn(process.execPath, [join(import.meta.dirname, "reservingProcess.ts"), join(folder, "journal"), String(earlier)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  const uncertain = () => one.tasks.costs.unknown(unit, Date.now()).length;
  expect([one.spent(), uncertain()]).toEqual(earlier === undefined ? [0, 1] : [earlier, 0]);
  child.kill("SIGKILL");
  await exited;
  expect([one.spent(), uncertain()]).toEqual([0, 0]);
});

test("without a budget, an answer is requested at once, and needs no journal", async () => {
  const { server, release } = await startHeldService();
  const client = createTestClient(server.baseUrl);
  onTestFinished(() => client.close());
  const { promise: opened, reject: fail } = Promise.withResolvers<never>();
  const reported: string[] = [];
  const generations = new AllowedGenerations(await allowed(), {
    limits: () => ({}),
    unit: () => unit,
    findModel: () => undefined,
    client: async () => client,
    openTasks: () => opened,
    report: (error) => reported.push(String(error)),
  });
  const { baseUrl } = server;
  release({ cost: 1 });
  for (const request of [fox(), fox({ stream: false })])
    expect((await (await generations.start(request, { baseUrl })).end).outcome).toBe("completed");
  expect(reported).toEqual([]);
  fail(new Error("The disk is full."));
  await expect.poll(() => reported).toEqual(["Error: The disk is full.", "Error: The disk is full."]);
});

function refusal() {
  return { id: "m", type: "message", role: "assistant", content: [{ type: "refusal", refusal: "No." }] };
}
