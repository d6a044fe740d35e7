/** The MCP server, started and called by VS Code itself. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import * as z from "zod/mini";
import { configure } from "../commandRunner.ts";

const extensionId = "generation-studio.generation-studio";
const contributedSchema = z.array(z.looseObject({ type: z.string(), extensionId: z.string(), uri: z.looseObject({ path: z.string() }) }));
const manifestSchema = z.object({ contributes: z.object({ languageModelTools: z.array(z.object({ when: z.string() })) }) });

/** The name under which VS Code lists a tool of ours; undefined if it does not list it. */
const offered = (name: string) => vscode.lm.tools.find((tool) => tool.name.startsWith("mcp_") && tool.name.endsWith(name))?.name;

async function call(name: string, input: object): Promise<string> {
  const tool = offered(name);
  assert.ok(tool !== undefined, name);
  const result = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
  return JSON.stringify(result.content);
}

/** VS Code may not have registered the server yet: it queries extensions when it is idle. */
async function startServer(): Promise<void> {
  const end = Date.now() + 60_000;
  while (offered("generate_image") === undefined) {
    assert.ok(Date.now() < end, "the server was not started");
    await vscode.commands.executeCommand("workbench.mcp.startServer", "*", { autoTrustChanges: true, waitForLiveTools: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe("the MCP server", function () {
  this.timeout(120_000);

  before(async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    await configure("agentBudget", { session: 1000, day: 1000 });
    await startServer();
  });
  after(async () => {
    await configure("agentBudget", undefined);
    await configure("unit", undefined);
  });

  it("replaces the extension's own tools", async () => {
    for (const name of ["generate_audio", "generate_video", "generate_text", "list_models", "run_prompt_document", "find_results"])
      assert.ok(offered(name) !== undefined, name);
    // The list also contains tools that are not available; the manifest's `when` clauses say when they are.
    const manifest = manifestSchema.parse(vscode.extensions.getExtension(extensionId)?.packageJSON);
    assert.deepEqual(
      [...new Set(manifest.contributes.languageModelTools.map(({ when }) => when))],
      ["isWorkspaceTrusted && !generationStudio.agentServer"],
    );
  });

  it("adds a skill and two prompts to VS Code's chat", async () => {
    const listed: unknown = await vscode.commands.executeCommand("_listExtensionPromptFiles");
    const own = contributedSchema.parse(listed).filter((one) => one.extensionId.toLowerCase() === extensionId);
    assert.deepEqual(own.map(({ type, uri }) => `${type} ${uri.path.split("/").slice(-2).join("/")}`).toSorted(), [
      "prompt agents/illustrate.prompt.md",
      "prompt agents/narrate.prompt.md",
      "skill generate-media/SKILL.md",
    ]);
  });

  it("generates into the workspace with the window's service, within the budget of the settings", async () => {
    assert.match(await call("list_models", { kind: "image" }), /demo-image: image; demo/);
    const made = await call("generate_image", { prompt: "A heron for an agent", model: "demo-image", size: "64x64" });
    const [, file = ""] = /Saved (\S+\.png)/.exec(made) ?? [];
    assert.ok(file !== "" && file.startsWith(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "none"), made);
    assert.equal((await readFile(file)).subarray(1, 4).toString(), "PNG");
    // Only the user gets the bytes: a model would get them again with every later message.
    assert.ok(!made.includes('"mimeType"') && made.length < 4000, made.slice(0, 1000));
    assert.match(await call("find_results", { text: "heron for an agent" }), /demo-image/);
    // VS Code restarts the server because its definition has changed. The demo counts towards a budget in its unit.
    await configure("unit", "demo credits");
    await configure("agentBudget", { session: 0 });
    let answer = "";
    for (const end = Date.now() + 60_000; !answer.includes("--max-cost 0"); ) {
      assert.ok(Date.now() < end, answer);
      await vscode.commands.executeCommand("workbench.mcp.startServer", "*", { autoTrustChanges: true, waitForLiveTools: true });
      answer = await call("generate_image", { prompt: "A heron", model: "demo-image", size: "64x64" }).catch(String);
    }
    assert.match(answer, /The budget of this session/);
  });
});
