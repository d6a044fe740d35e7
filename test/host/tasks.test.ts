/** The commands of the Tasks view against a service that can also fail. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Task } from "../../src/generations/task.ts";
import type { RunningService } from "../../src/service/startService.ts";
import { configure, onlyArtifact, openFile, runTasks } from "./commandRunner.ts";
import { otherKey, startOtherService } from "./otherService.ts";
import { shownDetails, shownFile } from "./shownTabs.ts";

const command = <Result>(name: string, ...values: unknown[]) =>
  vscode.commands.executeCommand<Result>(`generationStudio.${name}`, ...values);

describe("the commands for tasks", function () {
  this.timeout(60_000);
  let service: RunningService;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-tasks-"));
    service = await startOtherService({ faults: true });
    await configure("baseUrl", service.url);
    await command("setApiKey", { apiKey: otherKey });
  });
  after(async () => {
    await command("removeApiKey", { confirmed: true });
    await configure("baseUrl", undefined);
    await service.close();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const generate = (over: object = {}) =>
    runTasks("generateImage", { prompt: "A grey cat", model: "demo-image", options: { size: "512" }, folder, show: false, ...over });

  const fetchTask = (id: string | undefined) =>
    fetch(`${service.url}/api/v1/images/${id}`, { headers: { authorization: `Bearer ${otherKey}` } });

  it("open the result", async () => {
    const tasks = await generate();
    await command("openTask", { key: tasks[0]?.key });
    await shownFile(vscode.Uri.file(onlyArtifact(tasks)));
  });

  it("delete several tasks here and on the service, and keep the files", async () => {
    const tasks = [...(await generate()), ...(await generate({ prompt: "A white cat" }))];
    const keys = tasks.map(({ key }) => ({ key }));
    assert.equal(await command("deleteTask", keys[0], keys, { confirmed: true }), 2);
    for (const task of tasks) {
      assert.equal((await fetchTask(task.id)).status, 404);
      assert.ok(existsSync(task.artifacts[0]?.path ?? ""));
    }
    await command("showTaskDetails", keys[0]);
    await shownDetails(keys[0]?.key ?? "?", "not in the journal");
  });

  it("show the details that the service reports of a result", async () => {
    const options = { voice: "slt", format: "wav" };
    const given = { prompt: "Good morning", model: "flite", options, folder, show: false };
    const [first] = await runTasks("generateAudio", given);
    await command("showTaskDetails", { key: first?.key });
    await shownDetails(first?.key ?? "?", "- **Voice**: slt", "- **Format**: wav");
    const [second] = await runTasks("generateAudio", { ...given, interface: "v2" });
    await command("showTaskDetails", { key: second?.key });
    const details = await shownDetails(
      second?.key ?? "?",
      "- **cost.output**:",
      "## Files on the Service",
      ".wav` (audio/wav, available: ",
    );
    assert.match(details.getText(), /^- \*\*Cost\*\*: [\d.,]+ credits$/m);
    // The interface does not show what a service counts there.
    for (const name of ["input", "output"]) assert.match(details.getText(), new RegExp(`^- \\*\\*cost\\.${name}\\*\\*: [\\d,]+$`, "m"));
  });

  it("open a task from elsewhere by its id, an image and an answer", async () => {
    const post = async (route: string, body: object): Promise<unknown> => {
      const headers = { authorization: `Bearer ${otherKey}`, "content-type": "application/json" };
      const answer: unknown = await (await fetch(`${service.url}${route}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
      return typeof answer === "object" && answer !== null && "id" in answer ? answer.id : undefined;
    };
    const image = await post("/api/v1/images", { model: "demo-image", prompt: "A moth", size: "64x64" });
    await command("openTaskById", { id: image, kind: "image", interface: "v1", folder });
    await shownFile(vscode.Uri.file(path.join(folder, `${new Date().toLocaleDateString("sv")}-${String(image).replaceAll("_", "-")}.png`)));
    const answer = await post("/api/v1/responses", { model: "demo-text", input: "Repeat: seventeen moths" });
    await command("openTaskById", { id: answer, kind: "text", interface: "v1" });
    assert.ok(vscode.window.activeTextEditor?.document.getText().includes("seventeen moths"));
  });

  it("delete a task only here, so that the service keeps it", async () => {
    const [task] = await generate();
    assert.equal(await command("deleteTask", { key: task?.key }, undefined, { confirmed: true, where: "here" }), 1);
    assert.equal((await fetchTask(task?.id)).status, 200);
  });

  it("copy the id and the prompt", async () => {
    const [task] = await generate();
    await command("copyTaskId", { key: task?.key });
    assert.equal(await vscode.env.clipboard.readText(), task?.id);
    await command("copyTaskPrompt", { key: task?.key });
    assert.equal(await vscode.env.clipboard.readText(), "A grey cat");
  });

  it("show the details: prompt, options, id, tokens", async () => {
    const [task] = await generate();
    await command("showTaskDetails", { key: task?.key });
    const parts = [
      "A grey cat",
      "demo-image",
      "512",
      task?.id ?? "?",
      task?.usage?.output_tokens?.toLocaleString("en") ?? "?",
      task?.artifacts[0]?.path ?? "?",
    ];
    const details = await shownDetails(task?.key ?? "?", ...parts);
    assert.ok(!details.getText().includes(otherKey));
  });

  it("insert a link at the cursor", async () => {
    const [task] = await generate();
    const editor = await openFile(folder, "links.md", "# Cats\n");
    editor.selection = new vscode.Selection(0, 6, 0, 6);
    assert.equal(await command("insertTaskLink", { key: task?.key }), true);
    assert.match(editor.document.getText(), /^# Cats\n\n!\[A grey cat\]\(.+\.png\)\n$/);
    const linked = editor.document.getText();
    assert.equal(await command("insertTaskLink", { key: task?.key }), false);
    assert.equal(editor.document.getText(), linked, "one link is enough");
  });

  it("open and link a file that was renamed in the workspace, and do not link a deleted file", async () => {
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    const moved = path.join(workspace, "cats");
    const tasks = await generate({ folder: moved, prompt: "A renamed cat" });
    const renamed = path.join(moved, "inner", "tom.png");
    await mkdir(path.dirname(renamed));
    await rename(onlyArtifact(tasks), renamed);
    const { document } = await openFile(moved, "cats.md", "# Cats\n");
    assert.equal(await command("insertTaskLink", { key: tasks[0]?.key }), true);
    assert.equal(document.getText(), "# Cats\n\n![A renamed cat](inner/tom.png)\n");
    await command("openTask", { key: tasks[0]?.key });
    await shownFile(vscode.Uri.file(renamed));
    await rm(renamed);
    await vscode.window.showTextDocument(document);
    assert.equal(await command("insertTaskLink", { key: tasks[0]?.key }), false);
    assert.equal(document.getText(), "# Cats\n\n![A renamed cat](inner/tom.png)\n");
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("show a result in the explorer where no player of this machine has access to it", async function () {
    if (vscode.env.uiKind === vscode.UIKind.Desktop) this.skip();
    const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
    const tasks = await generate({ folder: path.join(workspace, "played"), prompt: "A purring cat" });
    await command("openInSystemPlayer", { key: tasks[0]?.key });
    await vscode.commands.executeCommand("copyFilePath");
    assert.equal(await vscode.env.clipboard.readText(), onlyArtifact(tasks));
  });

  it("show the reason of a failed task, and run it again", async () => {
    const [failed] = await generate({ model: "fault-failed-task" });
    assert.equal(failed?.state, "failed");
    await command("showTaskDetails", { key: failed.key });
    await shownDetails(failed.key, "# What Happened to This Task", "failed");
    const again = await command<Task[]>("runAgain", { key: failed.key });
    assert.equal(again[0]?.state, "failed");
    assert.notEqual(again[0]?.key, failed?.key);
  });

  it("refuse a folder that cannot be created before anything is billed", async () => {
    const file = path.join(folder, "a-file");
    await writeFile(file, "");
    const [task] = await generate({ folder: path.join(file, "below") });
    assert.equal(task?.error?.kind, "disk");
    assert.equal(task.id, undefined);
  });

  it("clear finished tasks, and filter by kind", async () => {
    const [task] = await generate();
    const cleared = await command<number>("clearFinishedTasks", undefined, undefined, { confirmed: true });
    assert.ok(cleared >= 1, String(cleared));
    await command("filterTasks", undefined, undefined, ["image"]);
    await command("filterTasks", undefined, undefined, []);
    await command("searchTasks", undefined, undefined, { text: "cat" });
    await command("searchTasks", undefined, undefined, { text: "" });
    await command("refreshTasks");
    await command("showTaskDetails", { key: task?.key });
    await shownDetails(task?.key ?? "?", "not in the journal");
    assert.equal((await fetchTask(task?.id)).status, 200);
  });
});
