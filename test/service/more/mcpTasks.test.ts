/** Tasks and budgets of agents against `generation-studio mcp`, with the SDK's own client. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, type ExpectStatic, test } from "vitest";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { type Agent, startAgent } from "../agent.ts";
import { openAgentWorkspaces } from "../agentWorkspaces.ts";
import { startHeldService } from "../heldService.ts";

const { makeFolder, startDemoAgent } = await openAgentWorkspaces();

/** Waits until the service's id of a task is recorded: if the process ended before, the task would not be sent again. */
function whenAccepted(expect: ExpectStatic, { client }: Agent, taskId: string): Promise<unknown> {
  return expect.poll(async () => (await client.experimental.tasks.getTask(taskId)).statusMessage).toMatch(/pending|processing/);
}

const video = { prompt: "A heron", model: "held-video" };

describe.concurrent("durable tasks", () => {
  test("start immediately, are in the journal, and continue after a restart of the server", async ({ expect, onTestFinished }) => {
    const held = await startHeldService({ onTestFinished, cost: 3 });
    const [root, data] = [makeFolder(), makeFolder()];
    const options = { onTestFinished, args: ["--base-url", held.url, "--data", data], roots: [root], key: "key" };
    const first = await startAgent({ ...options, isProcess: true });
    const taskId = await first.begin("generate_video", video);
    expect(await first.client.experimental.tasks.getTask(taskId)).toMatchObject({ taskId, status: "working", ttl: null });
    await whenAccepted(expect, first, taskId);
    expect(held.posted).toEqual(["A heron"]);
    await first.kill();
    const second = await startAgent(options);
    expect((await second.client.experimental.tasks.listTasks()).tasks).toMatchObject([{ taskId, status: "working" }]);
    const result = second.result(taskId);
    held.release();
    const { files, isError, json } = await result;
    expect([isError, files.length, json.includes(taskId)]).toEqual([false, 1, true]);
    expect(await second.client.experimental.tasks.getTask(taskId)).toMatchObject({ status: "completed" });
    expect([held.posted.length, [...held.fetched.values()], readdirSync(path.join(root, "generated")).length]).toEqual([1, [1], 1]);
    await second.close();
    const tasks = await openTasks({ folder: data, client: async () => undefined });
    expect(tasks.get(taskId)).toMatchObject({ key: taskId, state: "saved", cost: { amount: 3 }, origin: { type: "agent" } });
    await tasks.close();
  });

  test("are cancelled, and a waiting call returns the task's id", async ({ expect, onTestFinished }) => {
    const held = await startHeldService({ onTestFinished });
    const args = ["--base-url", held.url, "--data", makeFolder(), "--wait", "0.05"];
    const agent = await startAgent({ onTestFinished, args, roots: [makeFolder()], key: "key" });
    const waiting = await agent.call("generate_video", video);
    expect([waiting.isError, waiting.text.includes("goes on by itself")]).toEqual([false, true]);
    const [, key = ""] = /Task (\S+):/.exec(waiting.text) ?? [];
    await whenAccepted(expect, agent, key);
    expect(await agent.client.experimental.tasks.cancelTask(key)).toMatchObject({ taskId: key, status: "cancelled" });
    await expect(agent.client.experimental.tasks.cancelTask(key)).rejects.toThrow("The task is over: stopped.");
    expect((await agent.result(key)).text).toContain("Nobody waits for it any more");
    expect((await agent.call("delete_task", { task_id: key })).text).toContain("It is not in the list of tasks any more.");
    expect((await agent.call("get_task", { task_id: key })).text).toContain("There is no task");
    await expect(agent.begin("list_models", {})).rejects.toThrow();
  });

  test("of ten agents on one journal are sent, followed and saved once each", async ({ expect, onTestFinished }) => {
    const held = await startHeldService({ onTestFinished });
    const [root, data] = [makeFolder(), makeFolder()];
    const names = Array.from({ length: 10 }, (_, index) => `Heron ${index}`);
    const agents = await Promise.all(
      names.map((_, index) =>
        startAgent({ onTestFinished, args: ["--base-url", held.url, "--data", data], roots: [root], key: "key", isProcess: index >= 7 }),
      ),
    );
    const begun = await Promise.all(agents.map((agent, index) => agent.begin("generate_video", { ...video, prompt: names[index] })));
    await Promise.all(agents.map((agent, index) => whenAccepted(expect, agent, begun[index] ?? "")));
    expect(held.posted.toSorted()).toEqual(names);
    // The killed agents have started tasks, which the others continue.
    await Promise.all(agents.slice(7).map((agent) => agent.kill()));
    held.release();
    const [alive] = agents;
    const results = await Promise.all(begun.map((taskId) => alive?.result(taskId)));
    expect(results.flatMap((result) => result?.files ?? []).length).toBe(10);
    expect([new Set(begun).size, held.posted.length, readdirSync(path.join(root, "generated")).length]).toEqual([10, 10, 10]);
    expect([...held.fetched.values()]).toEqual(Array.from({ length: 10 }, () => 1));
  });
});

describe.concurrent("budgets", () => {
  test("that are used up allow the demo's answer to a document of v1, and refuse that of a service", async ({ expect, onTestFinished }) => {
    const root = makeFolder({ "greet.gen.md": "---\nmodel: demo-text\n---\nA greeting.\n" });
    const args = ["--max-cost", "0", "--max-cost-per-day", "0"];
    const ofDemo = await startAgent({ onTestFinished, args: [...args, "--data", makeFolder()], roots: [root] });
    const answered = await ofDemo.call("run_prompt_document", { document: "greet" });
    expect([answered.isError, answered.text]).toEqual([
      false,
      expect.stringMatching(/^Task \S+: saved, text by demo-text, cost (?:.* demo credits|not)/),
    ]);
    const ofService = await startDemoAgent({ onTestFinished, root, args });
    const refused = await ofService.call("run_prompt_document", { document: "greet" });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining("--max-cost 0) is used up")]);
  });

  test("of a session are checked before sending, including the possible costs of running requests", async ({ expect, onTestFinished }) => {
    const held = await startHeldService({ onTestFinished, cost: 4 });
    const args = ["--base-url", held.url, "--data", makeFolder(), "--max-cost", "10"];
    const agent = await startAgent({ onTestFinished, args, roots: [makeFolder()], key: "key" });
    const first = await agent.begin("generate_video", video);
    // Its cost is not known yet, so the remaining budget is not known either.
    await expect(agent.begin("generate_video", video)).rejects.toThrow(/--max-cost 10.*whose cost is not known/);
    held.release();
    await agent.result(first);
    expect((await agent.call("generate_video", video)).isError).toBe(false);
    const refused = await agent.call("generate_video", video);
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringMatching(/--max-cost 10\) does not suffice: the request may cost 4 credits, and the rest is 2 credits/),
    ]);
    expect(held.posted.length).toBe(2);
  });

  test("of a session do not wait for a request that was deleted", async ({ expect, onTestFinished }) => {
    const held = await startHeldService({ onTestFinished });
    const args = ["--base-url", held.url, "--data", makeFolder(), "--max-cost", "10"];
    const agent = await startAgent({ onTestFinished, args, roots: [makeFolder()], key: "key" });
    const first = await agent.begin("generate_video", video);
    await whenAccepted(expect, agent, first);
    expect((await agent.call("delete_task", { task_id: first })).text).toContain("not in the list of tasks any more");
    await agent.begin("generate_video", video);
    await expect.poll(() => held.posted.length).toBe(2);
  });

  test("of a session include deleted tasks", async ({ expect, onTestFinished }) => {
    const held = await startHeldService({ onTestFinished, cost: 6 });
    held.release();
    const args = ["--base-url", held.url, "--data", makeFolder(), "--max-cost", "10"];
    const agent = await startAgent({ onTestFinished, args, roots: [makeFolder()], key: "key" });
    for (let count = 0; count < 2; count += 1) {
      const { text: saved } = await agent.call("generate_video", video);
      const [, key = ""] = /Task (\S+):/.exec(saved) ?? [];
      await agent.call("delete_task", { task_id: key });
    }
    const refused = await agent.call("generate_video", video);
    expect([refused.isError, refused.text]).toEqual([
      true,
      expect.stringContaining("--max-cost 10) is used up. Spent or reserved: 12 credits"),
    ]);
    expect(held.posted.length).toBe(2);
  });

  test("of a day apply to all agents on a journal, and include deleted tasks", async ({ expect, onTestFinished }) => {
    const held = await startHeldService({ onTestFinished, cost: 4 });
    held.release();
    const [root, data] = [makeFolder(), makeFolder()];
    const options = {
      onTestFinished,
      args: ["--base-url", held.url, "--data", data, "--max-cost-per-day", "8"],
      roots: [root],
      key: "key",
    };
    const [first, second] = await Promise.all([startAgent(options), startAgent(options)]);
    const { text: saved } = await first.call("generate_video", video);
    const [, key = ""] = /Task (\S+):/.exec(saved) ?? [];
    expect((await first.call("delete_task", { task_id: key })).text).toContain("its cost counts to this day's budget");
    const both = await Promise.all([first, second].map((agent) => agent.call("generate_video", video)));
    expect(both.filter(({ isError }) => !isError).length).toBe(1);
    expect(both.find(({ isError }) => isError)?.text).toMatch(/--max-cost-per-day 8\) (?:is used up|does not suffice)/);
    expect(held.posted.length).toBe(2);
  });
});
