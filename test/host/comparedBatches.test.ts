/** *Compare Models…* of prompt documents with several sets of variables, run against the built-in service. */
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Comparison } from "../../src/library/comparison/comparison.ts";
import { workspaceFile } from "./languageSupport.ts";

const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

describe("a document without tests", () => {
  it("compares each set of variables of its batch, also of a CSV file", async function () {
    this.timeout(60_000);
    const uri = workspaceFile("tests-batch.gen.md");
    const rows = workspaceFile("tests-batch.csv");
    await write(rows, "\uFEFFbird;place\na heron;\n\nan owl;\n");
    const compare = async (batch: string) => {
      await write(uri, `---\nmodel: demo-text\nbatch:${batch}\n---\nRepeat exactly: {{bird}}\n`);
      const given = { models: ["demo-text"], confirmed: true };
      const table = await vscode.commands.executeCommand<Comparison | undefined>("generationStudio.prompt.compareModels", uri, given);
      return table?.cases.map(({ name, cells }) => [name, cells[0]?.answers[0]?.text.slice(0, 6)]);
    };
    const both = [
      ["tests-batch · 1", "a hero"],
      ["tests-batch · 2", "an owl"],
    ];
    assert.deepEqual(await compare("\n  - bird: a heron\n  - bird: an owl"), both);
    assert.deepEqual(await compare(" tests-batch.csv"), both);
    assert.equal(await compare(" missing.csv"), undefined, "Run refuses it too.");
    await write(rows, 'bird\n"a heron\n');
    assert.equal(await compare(" tests-batch.csv"), undefined);
    await write(rows, "bird\nan owl\n");
    assert.deepEqual(await compare(" tests-batch.csv"), [["tests-batch", "an owl"]]);
    await vscode.workspace.fs.delete(rows);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});
