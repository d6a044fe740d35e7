/** The API key is stored for the service's origin, used only there, and removed. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { RunningService } from "../../src/service/startService.ts";
import { configure, runTasks } from "./commandRunner.ts";
import { otherKey, startOtherService } from "./otherService.ts";

const options = { size: "512" };

describe("the API key", function () {
  this.timeout(60_000);
  let service: RunningService;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-key-"));
    service = await startOtherService();
    await configure("baseUrl", service.url);
  });
  after(async () => {
    await vscode.commands.executeCommand("generationStudio.removeApiKey", { confirmed: true });
    await configure("baseUrl", undefined);
    await service.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const generate = () => runTasks("generateImage", { prompt: "A key", model: "demo-image", options, folder, show: false });

  it("is required by every service except the built-in one", async () => {
    assert.equal(await vscode.commands.executeCommand("generationStudio.refreshModels"), undefined);
  });

  it("works at its service once it is set", async () => {
    assert.equal(await vscode.commands.executeCommand("generationStudio.setApiKey", { apiKey: otherKey }), true);
    const tasks = await generate();
    assert.equal(tasks[0]?.state, "saved", tasks[0]?.error?.message);
    assert.equal(tasks[0].baseUrl, service.url);
  });

  it("is not in any setting", () => {
    const settings = JSON.stringify(vscode.workspace.getConfiguration("generationStudio"));
    assert.ok(!settings.includes(otherKey));
  });

  it("is reported once if it is wrong, and the task gives the reason", async () => {
    await vscode.commands.executeCommand("generationStudio.setApiKey", { apiKey: "wrong-key-000000000000" });
    const tasks = await generate();
    assert.equal(tasks[0]?.state, "failed");
    assert.equal(tasks[0].error?.kind, "invalidKey");
  });

  it("is deleted when it is removed", async () => {
    assert.equal(await vscode.commands.executeCommand("generationStudio.removeApiKey", { confirmed: true }), true);
    assert.equal(await vscode.commands.executeCommand("generationStudio.removeApiKey", { confirmed: true }), false);
    assert.equal(await vscode.commands.executeCommand("generationStudio.refreshModels"), undefined);
  });
});
