/** Answers of v1 to agents' documents are no tasks: their costs are reserved in the journal that all agents and windows share. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type AgentOptions, createAgentStudio } from "../../../../src/mcp/agentStudio.ts";
import { AgentBudget } from "../../../../src/mcp/tasks/budget.ts";
import { runDocumentTool } from "../../../../src/mcp/tools/runDocument.ts";
import { openWindow, startHeldService } from "../../generations/budgetWindow.ts";
import { temporaryFolder } from "../../generations/temporaryFolder.ts";

async function openAgents(baseUrl: string, day: number) {
  const folder = await temporaryFolder();
  const root = join(folder, "root");
  await mkdir(root);
  await writeFile(join(root, "greet.gen.md"), "---\nmodel: maker\n---\nA greeting.\n");
  const options: AgentOptions = {
    data: join(folder, "journal"),
    baseUrl,
    connect: async () => ({ url: baseUrl, key: "key" }),
    isDemo: () => false,
    output: undefined,
    interface: "v1",
    defaultModels: {},
    budget: { session: undefined, day },
    unit: "$",
    thumbnails: false,
    view: undefined,
    waitMilliseconds: 1000,
    log: () => undefined,
  };
  const openAgent = () => {
    const studio = createAgentStudio(options, async () => [pathToFileURL(root).href]);
    onTestFinished(() => studio.close());
    const tool = runDocumentTool(studio, new AgentBudget(options));
    return () => tool.call({ document: "greet" }, { signal: new AbortController().signal });
  };
  return { window: await openWindow({ folder, baseUrl, limits: { day } }), one: openAgent(), other: openAgent() };
}

test("two agents do not both answer a document on the same remaining amount of a day's budget, which is the user's too", async () => {
  const { server, posts, release } = await startHeldService();
  const { window, one, other } = await openAgents(server.baseUrl, 1);
  const first = one();
  await expect.poll(posts).toBe(1);
  await expect(other()).rejects.toThrow("a request is under way whose cost is not known");
  expect(posts()).toBe(1);
  release({ cost: 0.7 });
  await first;
  // The end of an answer does not wait for the journal.
  await expect.poll(() => window.spent()).toBe(0.7);
  // What the answer cost is known to every agent, and is what the next one may cost.
  await expect(other()).rejects.toThrow("the request may cost $0.7, and the rest is $0.3");
  expect(posts()).toBe(1);
});
