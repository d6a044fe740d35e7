/** The commands of the Models view against the built-in service. */
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { openEngine, sendJson } from "../providers/engineServer.ts";
import { configure, runTasks } from "./commandRunner.ts";
import { until } from "./languageSupport.ts";
import { shownDetails } from "./shownTabs.ts";

const command = <Result>(name: string, ...values: unknown[]) =>
  vscode.commands.executeCommand<Result>(`generationStudio.${name}`, ...values);

describe("models", function () {
  this.timeout(60_000);
  after(async () => {
    await configure("defaultModels", undefined);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("come from the service", async () => {
    assert.ok((await command<number>("refreshModels")) >= 8);
  });

  it("can be grouped, marked as favourites and copied", async () => {
    await command("toggleModelGrouping");
    await command("addFavouriteModel", { model: "demo-text" });
    await command("removeFavouriteModel", { model: "demo-text" });
    await command("toggleModelGrouping");
    await command("copyModelId", { model: "demo-video" });
    assert.equal(await vscode.env.clipboard.readText(), "demo-video");
  });

  it("become the default of the kind that their name suggests, in the settings", async () => {
    assert.equal(await command("setDefaultModel", { model: "demo-image-pro" }), "image");
    assert.deepEqual(vscode.workspace.getConfiguration("generationStudio").get("defaultModels"), { image: "demo-image-pro" });
  });

  it("are used by default afterwards", async () => {
    const tasks = await runTasks("generateImage", { prompt: "A pro", options: { size: "512" }, show: false });
    assert.equal(tasks[0]?.model, "demo-image-pro");
  });

  it("show the service's data, the extension's data and the user's changes", async () => {
    await command("setModelAbility", { model: "demo-image-pro" }, { kind: "video", can: "yes" });
    await command("showModelDetails", { model: "demo-image-pro" });
    const parts = ["demo", '"object": "model"', "**Image**: yes (reported by the service)", "**Video**: yes (set by you)"];
    await shownDetails("demo-image-pro", ...parts);
    await command("setModelAbility", { model: "demo-image-pro" }, { kind: "video" });
  });

  it("are requested again when the view is shown, if an engine reports which are loaded", async () => {
    const model = { id: "local/llama", object: "model", created: 1, owned_by: "local", loaded: true };
    const service = await openEngine({ "GET /api/v1/models": sendJson({ object: "list", data: [model] }) });
    await configure("baseUrl", service.url);
    try {
      assert.equal(await command("setApiKey", { apiKey: "key-of-this-test-0123456789" }), true);
      assert.equal(await command("refreshModels"), 1);
      await vscode.commands.executeCommand("workbench.view.explorer");
      const before = service.countOf("/api/v1/models");
      await vscode.commands.executeCommand("generationStudio.models.focus");
      await until(async () => service.countOf("/api/v1/models") > before);
    } finally {
      await vscode.commands.executeCommand("workbench.view.explorer");
      await command("removeApiKey", { confirmed: true });
      await configure("baseUrl", undefined);
      await command("refreshModels");
      service.close();
    }
  });
});
