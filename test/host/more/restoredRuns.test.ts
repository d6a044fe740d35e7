/** A prompt document's last run, as the journal has it. */
import * as assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import { restoreRun } from "../../../src/editor/promptRuns/restoreRuns.ts";
import { RunRegister } from "../../../src/editor/promptRuns/runRegister.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { makeTaskKey } from "../../../src/generations/taskKey.ts";
import type { SendingTasks } from "../../../src/generations/tasks.ts";

const document = vscode.Uri.file("/prompts/greet.gen.md");
const baseUrl = "https://a.example";

describe("a prompt document's last run", () => {
  let folder: string;
  let tasks: SendingTasks;
  let register: RunRegister;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-runs-"));
    tasks = await openTasks({ folder, client: async () => undefined });
    register = new RunRegister();
  });
  afterEach(async () => {
    register.dispose();
    await tasks.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Records an answer of a run that has three requests. */
  async function answer(startedAt: number, file: string): Promise<string> {
    const key = makeTaskKey(Date.now());
    const stated = { model: "maker", isProcedural: false, prompt: "" };
    const address = vscode.Uri.file(file).toString();
    const origin = { document: document.toString(), file: address, folders: [], heading: "", startedAt, total: 3, stated };
    await tasks.answers.begin({ key, baseUrl, interface: "v1", kind: "text", model: "maker", origin, estimate: undefined, unit: "shells" });
    return key;
  }

  it("is restored with its costs, tokens and files, of which the newest run counts", async () => {
    await tasks.answers.end(await answer(1, "/prompts/earlier.out.md"));
    const whole = await answer(2, "/prompts/one.out.md");
    await tasks.answers.settle(whole, { state: "saved", id: "r1", cost: 3, usage: { total_tokens: 7 } });
    await tasks.answers.end(whole);
    await tasks.answers.end(await answer(2, "/prompts/two.out.md"));
    await restoreRun(register, tasks, document);
    const run = register.of(document);
    const { milliseconds, ...fact } = run?.describe() ?? {};
    assert.deepEqual(fact, { state: "failed", total: 3, finished: 2, failed: 1, costs: [{ amount: 3, unit: "shells" }], tokens: 7 });
    assert.ok(typeof milliseconds === "number" && milliseconds > 0);
    assert.deepEqual(
      run?.results.map(({ label }) => label),
      ["one.out.md", "two.out.md"],
    );
    assert.deepEqual(
      run?.outcomes.map(({ responseId }) => responseId),
      ["r1", undefined],
    );
  });

  it("is forgotten with its answers", async () => {
    await tasks.answers.end(await answer(1, "/prompts/one.out.md"));
    await tasks.answers.forgetDocument(document.toString());
    await restoreRun(register, tasks, document);
    assert.equal(register.of(document), undefined);
  });
});
