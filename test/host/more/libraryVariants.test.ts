/** Variants of a result, and the differences between their prompts. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { choicesOf } from "../../../src/editor/requests/buildTaskRequest.ts";
import type { Task } from "../../../src/generations/task.ts";
import { onlyArtifact, runTasks } from "../commandRunner.ts";
import { acceptSteps, leaveStep } from "../stepPicker.ts";

describe("variants of a result", function () {
  this.timeout(60_000);
  let folder: string;
  let first: Task;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-variants-"));
    const given = {
      prompt: "A grey heron",
      model: "demo-image",
      options: { size: "96x64", quality: "low" },
      interface: "v2",
      folder,
      show: false,
    };
    const tasks = await runTasks("generateImage", given);
    onlyArtifact(tasks);
    const [task] = tasks;
    assert.ok(task !== undefined);
    first = task;
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  const more = (given: object) =>
    runTasks("moreLikeThis", { key: first.key }, undefined, { folder, show: false, confirmed: true, ...given });
  const isSaved = (tasks: readonly Task[]) =>
    assert.deepEqual(
      tasks.map(({ state, error }) => error?.message ?? state),
      tasks.map(() => "saved"),
    );

  it("differ only in one option", async () => {
    const tasks = await more({ vary: "size", values: ["64x64", "128x64"] });
    isSaved(tasks);
    assert.deepEqual(
      tasks.map(({ request }) => choicesOf(request)),
      ["64x64", "128x64"].map((size) => ({ ...choicesOf(first.request), size })),
    );
    assert.deepEqual(new Set(tasks.map(({ prompt, model, interface: generation }) => `${prompt} ${model} ${generation}`)).size, 1);
  });

  it("differ in the model", async () => {
    const tasks = await more({ vary: "model", values: ["demo-image-pro"] });
    isSaved(tasks);
    assert.deepEqual(
      tasks.map(({ model, prompt }) => [model, prompt]),
      [["demo-image-pro", "A grey heron"]],
    );
  });

  it("differ in their wording", async () => {
    const tasks = await more({ vary: "wording", values: ["A white heron", "A night heron"] });
    isSaved(tasks);
    assert.deepEqual(tasks.map(({ prompt }) => prompt).toSorted(), ["A night heron", "A white heron"]);
    assert.deepEqual(
      tasks.map(({ request }) => choicesOf(request)),
      tasks.map(() => choicesOf(first.request)),
    );
  });

  it("are announced with their number before they run, and nothing is sent if the picker is dismissed", async () => {
    const command = vscode.commands.executeCommand<Task[] | undefined>("generationStudio.moreLikeThis", { key: first.key }, undefined, {
      folder,
      show: false,
      vary: "size",
      values: ["64x64"],
    });
    const tasks = await acceptSteps(command);
    assert.equal(tasks?.length, 1);
    const dismissed = vscode.commands.executeCommand<Task[] | undefined>("generationStudio.moreLikeThis", { key: first.key }, undefined, {
      folder,
      show: false,
      vary: "size",
      values: ["64x64"],
    });
    assert.equal(await leaveStep(dismissed), undefined);
  });

  it("have prompt documents that VS Code can compare", async () => {
    const [other] = await more({ vary: "wording", values: ["A white heron"] });
    const isShown = await vscode.commands.executeCommand("generationStudio.comparePrompts", undefined, [
      { key: first.key },
      { key: other?.key },
    ]);
    assert.equal(isShown, true);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const texts = await Promise.all(
      [input.original, input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()),
    );
    assert.match(texts[0] ?? "", /^---\nkind: image\ninterface: v2\nmodel: demo-image\n[\s\S]*\nA grey heron\n$/);
    assert.match(texts[1] ?? "", /\nA white heron\n$/);
  });

  it("are not compared if only one is selected", async () => {
    assert.equal(await vscode.commands.executeCommand("generationStudio.comparePrompts", { key: first.key }), false);
  });
});
