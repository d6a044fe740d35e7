/** The tests of prompt documents in the Testing view, run against the built-in service. */
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { applyModel } from "../../src/editor/promptTests/comparison/applyModel.ts";
import type { TestOutcome } from "../../src/editor/promptTests/testOutcome.ts";
import type { Comparison } from "../../src/library/comparison/comparison.ts";
import { configure } from "./commandRunner.ts";
import { until, workspaceFile } from "./languageSupport.ts";
import { acceptSteps } from "./stepPicker.ts";

interface Given {
  confirmed?: boolean;
  use?: "cacheFirst" | "cacheOnly" | "askAll";
}

const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));

/** The items of a file in VS Code's list, each as the path of its ids. */
async function itemsOf(uri: vscode.Uri): Promise<string[][]> {
  return vscode.commands.executeCommand("vscode.testing.getTestsInFile", uri);
}

async function test(uri: vscode.Uri, given: Given): Promise<TestOutcome[]> {
  return vscode.commands.executeCommand("generationStudio.prompt.test", uri, given);
}

const documentOf = (cases: readonly string[], body = "Repeat exactly: a heron"): string =>
  ["---", "model: demo-text", "vars: { place: Brest }", "tests:", ...cases, "---", body, ""].join("\n");

describe("the tests of prompt documents", () => {
  it("are found without opening their files, and updated when these change", async function () {
    this.timeout(60_000);
    const [first, second] = [workspaceFile("tests-found/first.gen.md"), workspaceFile("tests-found/second.gen.md")];
    const opened = workspaceFile("tests-opened.gen.md");
    // The view is available once a document with tests was opened.
    await write(opened, documentOf(["  - { description: other }"]));
    await vscode.workspace.openTextDocument(opened);
    await write(first, documentOf(["  - { description: short, models: [a, b], repeat: 2 }", "  - { vars: { place: Quimper } }"]));
    await write(workspaceFile("tests-found/none.gen.md"), "---\nmodel: demo-text\n---\nNothing is tested.\n");
    await vscode.commands.executeCommand("testing.refreshTests");
    const found = await until(async () => {
      const items = await itemsOf(first);
      return items.length === 10 && items;
    });
    const labels = found.map((ids) => ids.slice(2).join(" > "));
    assert.ok(labels.includes('["short",{}] > b > 2'), labels.join("\n"));
    assert.ok(labels.includes('["",{"place":"Quimper"}] > demo-text'), labels.join("\n"));
    assert.deepEqual(await itemsOf(workspaceFile("tests-found/none.gen.md")), []);
    assert.ok(!vscode.workspace.textDocuments.some(({ uri }) => uri.path.includes("tests-found")));
    await vscode.workspace.fs.rename(first, second);
    await until(async () => (await itemsOf(second)).length === 10 && (await itemsOf(first)).length === 0);
    await write(second, documentOf(["  - { description: short }"]));
    await until(async () => (await itemsOf(second)).length === 3);
    await vscode.workspace.fs.delete(second);
    await until(async () => (await itemsOf(second)).length === 0);
    await vscode.workspace.fs.delete(opened);
  });

  it("show each failure at the line of its assertion, and compare it with earlier runs", async function () {
    this.timeout(120_000);
    const uri = workspaceFile("tests-failing.gen.md");
    const cases = ["  - description: bird", "    models: [demo-text, demo-text-mini]", "    assert:", "      - contains: heron"];
    await write(uri, documentOf([...cases, "      - starts-with: a heron"]));
    const passed = await test(uri, { confirmed: true });
    assert.deepEqual(passed.map(({ path, state }) => [path, state]).toSorted(), [
      [["bird", "demo-text"], "passed"],
      [["bird", "demo-text-mini"], "passed"],
    ]);
    await write(uri, documentOf([...cases, "      - starts-with: an egret"]));
    const failed = (await test(uri, {})).find(({ path }) => path.at(-1) === "demo-text");
    assert.deepEqual([failed?.path, failed?.state, failed?.line], [["bird", "demo-text"], "failed", 8]);
    assert.match(
      failed?.message ?? "",
      /^Expected a text that begins with "an egret"\. Got: "a heron\\n.*" Passed before, failing for 1 edit\.$/,
    );
    await write(uri, documentOf([...cases, "      - starts-with: an owl"]));
    assert.match((await test(uri, {}))[0]?.message ?? "", /Passed before, failing for 2 edits\.$/);
    await vscode.workspace.fs.delete(uri);
  });

  it("send no request that would exceed the user's budget, unless the user agrees", async function () {
    this.timeout(60_000);
    const uri = workspaceFile("tests-budget.gen.md");
    await write(uri, documentOf(["  - { assert: [{ contains: heron }] }"], "Repeat exactly: a heron within a budget"));
    const states = async () => (await test(uri, { confirmed: true })).map(({ state }) => state);
    try {
      // In these tests, VS Code cancels modal dialogs.
      await configure("budget", { day: 0 });
      await configure("unit", "demo credits");
      assert.deepEqual(await states(), ["skipped"]);
      await configure("budget", { day: 1000 });
      assert.deepEqual(await states(), ["passed"]);
      await configure("budget", { day: 0 });
      assert.deepEqual(await states(), ["passed"], "The cache costs nothing.");
      await configure("unit", undefined);
      await write(uri, documentOf(["  - { assert: [{ contains: heron }] }"], "Repeat exactly: a free heron"));
      assert.deepEqual(await states(), ["passed"], "The demo is free.");
    } finally {
      await configure("unit", undefined);
      await configure("budget", undefined);
    }
  });

  it("send no request without confirmation, or if only the cache may answer", async function () {
    this.timeout(120_000);
    const uri = workspaceFile("tests-cached.gen.md");
    const states = async (given: Given) => (await test(uri, given)).map(({ state }) => state);
    await write(uri, documentOf(["  - assert: [ { starts-with: an ibis } ]"], "Repeat exactly: an ibis"));
    // In these tests, VS Code cancels modal dialogs: nothing is confirmed, and nothing runs.
    assert.deepEqual(await states({}), []);
    assert.deepEqual(await states({ confirmed: true, use: "cacheOnly" }), ["skipped"]);
    assert.deepEqual(await states({ confirmed: true }), ["passed"]);
    assert.deepEqual(await states({}), ["passed"]);
    assert.deepEqual(await states({ use: "cacheOnly" }), ["passed"]);
    assert.deepEqual(await states({ use: "askAll" }), []);
    await write(uri, documentOf(["  - assert: [ { latency: { max: 60000 } } ]"], "Repeat exactly: an ibis"));
    assert.deepEqual(await states({ use: "cacheOnly" }), ["skipped"]);
    assert.deepEqual(await states({ confirmed: true }), ["passed"]);
    await vscode.workspace.fs.delete(uri);
  });

  it("are not sent if they would pass whatever the answer is", async function () {
    this.timeout(120_000);
    const uri = workspaceFile("tests-tolerant.gen.md");
    await write(uri, documentOf(["  - { repeat: 2, atLeast: 0 of 2, assert: [ { contains: an owl } ] }"]));
    assert.deepEqual(
      (await test(uri, { confirmed: true })).map(({ path, state }) => [path.at(-1), state]),
      [
        ["Repetition 1", "errored"],
        ["Repetition 2", "errored"],
      ],
    );
    await vscode.workspace.fs.delete(uri);
  });

  it("measure generated files", async function () {
    this.timeout(120_000);
    const uri = workspaceFile("tests-image.gen.md");
    const lines = ["kind: image", "model: demo-image", "size: 64x64", "tests:", "  - assert: [ { width: 64 }, { not-blank: true } ]"];
    await write(uri, ["---", ...lines, "  - assert: [ { format: webp } ]", "---", "A heron", ""].join("\n"));
    const outcomes = (await test(uri, { confirmed: true })).map(({ state, message = "" }) => [state, message]);
    assert.deepEqual(outcomes.toSorted(), [
      ["failed", "Expected a format webp. Got: png"],
      ["passed", ""],
    ]);
    assert.deepEqual((await test(uri, { use: "cacheOnly" })).map(({ state }) => state).toSorted(), ["failed", "passed"]);
    await vscode.workspace.fs.delete(uri);
  });

  it("of a text document may use models that generate images", async function () {
    this.timeout(120_000);
    const uri = workspaceFile("tests-other-kind.gen.md");
    const cases = [
      "  - assert: [ { contains: heron } ]",
      "  - { models: [demo-image], assert: [ { width: { min: 64 } }, { not-blank: true } ] }",
    ];
    await write(uri, documentOf(cases));
    const outcomes = (await test(uri, { confirmed: true })).map(({ path, state, message }) => [path.at(-1), state, message]);
    assert.deepEqual(outcomes.toSorted(), [
      ["demo-image", "passed", undefined],
      ["demo-text", "passed", undefined],
    ]);
    await vscode.workspace.fs.delete(uri);
  });

  it("let a model judge by a rubric, whose verdict is cached with the answer", async function () {
    this.timeout(120_000);
    const uri = workspaceFile("tests-rubric.gen.md");
    const cases = ["  - judge: demo-text-mini", "    assert:", "      - llm-rubric: a heron", "      - llm-rubric: a lighthouse"];
    await write(uri, documentOf(cases));
    const [outcome] = await test(uri, { confirmed: true });
    assert.deepEqual([outcome?.state, outcome?.line], ["failed", 7]);
    assert.match(outcome?.message ?? "", /^Expected an answer that satisfies: a lighthouse\. demo-text-mini: not passed, score 0: /);
    assert.deepEqual(
      (await test(uri, { use: "cacheOnly" })).map(({ state }) => state),
      ["failed"],
    );
    await write(uri, documentOf(cases.slice(0, 3)));
    assert.deepEqual(
      (await test(uri, { use: "cacheOnly" })).map(({ state }) => state),
      ["passed"],
    );
    await vscode.workspace.fs.delete(uri);
  });

  it("may be in a CSV file, with failures at its rows, and follow its changes", async function () {
    this.timeout(120_000);
    const [uri, cases] = [workspaceFile("tests-csv.gen.md"), workspaceFile("tests-csv.csv")];
    await write(cases, "bird,__expected\na heron,starts-with: a heron\nan egret,starts-with: an owl\n");
    await write(
      uri,
      ["---", "model: demo-text", "vars: { bird: a }", "tests: tests-csv.csv", "---", "Repeat exactly: {{bird}}", ""].join("\n"),
    );
    const outcomes = (await test(uri, { confirmed: true })).map(({ path, state, line }) => [path[0], state, line]);
    assert.deepEqual(outcomes.toSorted(), [
      ["Case 1 (bird: a heron)", "passed", undefined],
      ["Case 2 (bird: an egret)", "failed", 2],
    ]);
    assert.equal((await itemsOf(cases)).length, 4);
    await write(cases, "bird,__expected\na heron,javascript: 1\n");
    await until(async () => (await itemsOf(cases)).length === 2);
    await vscode.workspace.openTextDocument(uri);
    const found = await until(() => vscode.languages.getDiagnostics(cases)[0]);
    assert.deepEqual([found.code, found.range.start.line], ["caseInFile", 1]);
    await vscode.workspace.fs.delete(uri);
    await vscode.workspace.fs.delete(cases);
  });

  it("compare an image with that of a file, and show both", async function () {
    this.timeout(120_000);
    const [uri, expected] = [workspaceFile("tests-similar.gen.md"), workspaceFile("tests-similar.png")];
    const { drawPng } = await import("../../src/demo/image/makeImage.ts");
    const { imageToolCapability } = await import("../../src/demo/capabilities.ts");
    const lines = ["kind: image", "model: demo-image", "size: 128x128", "tests:", "  - assert: [ { similarTo: tests-similar.png } ]"];
    await write(uri, ["---", ...lines, "---", "A lighthouse at dusk", ""].join("\n"));
    const draw = async (prompt: string) =>
      vscode.workspace.fs.writeFile(expected, await drawPng(prompt, { size: "128x128" }, imageToolCapability, []));
    await draw("A lighthouse at dusk");
    assert.deepEqual(
      (await test(uri, { confirmed: true })).map(({ state }) => state),
      ["passed"],
    );
    await draw("A red barn in a snowy forest");
    const [failed] = await test(uri, { use: "cacheOnly" });
    assert.equal(failed?.state, "failed");
    assert.match(
      failed?.message ?? "",
      /^Expected a similarity to tests-similar\\?\.png of at least 0\\?\.8\\?\. Got: [^!]*!\[expected\]\(.*tests-similar\.png.*!\[generated\]\(.*answer-/s,
    );
    await vscode.workspace.fs.delete(uri);
    await vscode.workspace.fs.delete(expected);
  });

  it("are compared on several models, also on models that the document does not list, with answers from the cache", async function () {
    this.timeout(120_000);
    const uri = workspaceFile("tests-compared.gen.md");
    const models = ["demo-text", "demo-text-mini", "demo-image"];
    const compare = async (given: object): Promise<Comparison | undefined> =>
      vscode.commands.executeCommand("generationStudio.prompt.compareModels", uri, given);
    const cases = [
      "  - { description: bird, assert: [ { starts-with: a heron } ] }",
      "  - { description: owl, repeat: 2, assert: [ { contains: owl } ] }",
    ];
    await write(uri, documentOf(cases));
    assert.equal(await compare({ models }), undefined);
    const table = await compare({ models, confirmed: true });
    assert.deepEqual(table?.models, models);
    // The third model generates images, which the cases do not use.
    const found = table.cases.map(({ name, cells }) => [name, ...cells.map((cell) => cell && [cell.state, cell.answers.length])]);
    assert.deepEqual(found, [
      ["bird", ["passed", 1], ["passed", 1], null],
      ["owl", ["failed", 2], ["failed", 2], null],
    ]);
    const [answer] = table.cases[1]?.cells[0]?.answers ?? [];
    assert.match(answer?.text ?? "", /^a heron/);
    assert.match(answer?.remarks[0] ?? "", /^Expected a text that contains "owl"\./);
    const isShown = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputWebview && input.viewType.endsWith("generationStudio.comparison");
    const shown = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isShown).map(({ label }) => label));
    assert.deepEqual(await until(() => shown().length > 0 && shown()), ["Compare: tests-compared"]);
    // Nothing was confirmed: the answer is from the cache, with its original time.
    const again = await compare({ models: models.slice(0, 2) });
    assert.deepEqual(
      again?.cases.map(({ cells }) => cells.map((cell) => cell?.state)),
      [
        ["passed", "passed"],
        ["failed", "failed"],
      ],
    );
    assert.equal(again?.cases[0]?.cells[0]?.answers[0]?.milliseconds, table.cases[0]?.cells[0]?.answers[0]?.milliseconds);
    assert.deepEqual(shown(), ["Compare: tests-compared"]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(uri);
  });

  it("are sent to the model that was chosen in a comparison", async () => {
    const uri = workspaceFile("tests-applied.gen.md");
    const text = documentOf(["  - { description: bird }"]);
    await write(uri, text);
    await applyModel([uri], "@cf/meta/llama: 3");
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), text.replace(/^model:.*$/m, 'model: "@cf/meta/llama: 3"'));
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), text);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(uri);
  });

  it("are compared once if the comparison is started again before it runs", async function () {
    this.timeout(60_000);
    const uri = workspaceFile("tests-twice.gen.md");
    await write(uri, documentOf(["  - { description: bird }"]));
    const compare = async (): Promise<Comparison | undefined> =>
      vscode.commands.executeCommand("generationStudio.prompt.compareModels", uri, { models: ["demo-text"], confirmed: true });
    const tables = await Promise.all([compare(), compare()]);
    assert.equal(tables.filter((table) => table !== undefined).length, 1);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    assert.ok(await compare());
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(uri);
  });

  it("are compared with the models of the second question if the comparison is started again during the first", async function () {
    this.timeout(60_000);
    const uri = workspaceFile("tests-asked-twice.gen.md");
    await write(uri, documentOf(["  - { description: bird }"]));
    await vscode.commands.executeCommand("generationStudio.prompt.compareModels", uri, { models: ["demo-text"], confirmed: true });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const compare = async (): Promise<Comparison | undefined> =>
      vscode.commands.executeCommand("generationStudio.prompt.compareModels", uri, { confirmed: true });
    const first = compare();
    const second = acceptSteps(compare());
    assert.equal(await first, undefined);
    assert.deepEqual((await second)?.models, ["demo-text"]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(uri);
  });

  it("are compared again right after the tab of their comparison was closed", async function () {
    this.timeout(120_000);
    const uri = workspaceFile("tests-closed.gen.md");
    const compare = async (): Promise<Comparison | undefined> =>
      vscode.commands.executeCommand("generationStudio.prompt.compareModels", uri, { models: ["demo-text"], confirmed: true });
    // Its answer takes several seconds.
    await write(uri, documentOf(["  - { description: bird }"], `Repeat exactly: ${"heron ".repeat(1000)}`));
    const stopped = compare();
    await until(() => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label === "Compare: tests-closed")));
    await write(uri, documentOf(["  - { description: bird }"]));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const table = await compare();
    assert.deepEqual(
      table?.cases.map(({ cells }) => cells.map((cell) => cell?.state)),
      [["answered"]],
    );
    await stopped;
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(uri);
  });

  it("of a document without tests are a single case, and show the files of its answers", async function () {
    this.timeout(120_000);
    const uri = workspaceFile("compared/picture.gen.md");
    await write(uri, "---\nkind: image\nmodel: demo-image\nsize: 64x64\n---\nA heron\n");
    const table: Comparison | undefined = await vscode.commands.executeCommand(
      "generationStudio.prompt.compareModels",
      vscode.Uri.joinPath(uri, ".."),
      { models: ["demo-image", "demo-text"], confirmed: true },
    );
    assert.deepEqual([table?.title, table?.cases.map(({ name }) => name)], ["compared", ["picture"]]);
    const [cell, other] = table?.cases[0]?.cells ?? [];
    assert.equal(other, null);
    assert.equal(cell?.state, "answered");
    const [file] = cell?.answers[0]?.files ?? [];
    assert.equal(file?.kind, "image");
    assert.equal((await vscode.workspace.fs.stat(vscode.Uri.file(file?.address ?? ""))).type, vscode.FileType.File);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(uri);
  });

  it("measure a compressed sound, and compare it with that of a file", async function () {
    this.timeout(120_000);
    const [uri, expected] = [workspaceFile("tests-sound.gen.md"), workspaceFile("tests-sound.opus")];
    const { makeAudio } = await import("../../src/demo/audio/makeAudio.ts");
    const text = "The tide comes in twice a day.";
    const request = { kind: "audio", model: "flite", text, voice: "slt", format: "opus", speed: 1 } as const;
    await vscode.workspace.fs.writeFile(expected, (await makeAudio(request)).bytes);
    const fields = ["kind: audio", "model: flite", "voice: slt", "format: mp3", "tests:"];
    const asserted = (similar: string) =>
      `  - assert: [ { loudness: { min: -45, max: -5 } }, { not-blank: true }, { ${similar}: tests-sound.opus } ]`;
    const documentWith = (similar: string) => ["---", ...fields, asserted(similar), "---", text, ""].join("\n");
    await write(uri, documentWith("similarTo"));
    const [passed] = await test(uri, { confirmed: true });
    assert.deepEqual([passed?.state, passed?.message], ["passed", undefined]);
    await write(uri, documentWith("not-similarTo"));
    const [failed] = await test(uri, { use: "cacheOnly" });
    assert.equal(failed?.state, "failed");
    assert.match(failed?.message ?? "", /^Expected the opposite of.*[^!]\[expected\]\(.*tests-sound\.opus.*[^!]\[generated\]\(.*answer-/s);
    await vscode.workspace.fs.delete(uri);
    await vscode.workspace.fs.delete(expected);
  });

  it("of an invalid document show the errors, and send nothing", async function () {
    this.timeout(60_000);
    const uri = workspaceFile("tests-broken.gen.md");
    await write(uri, documentOf(["  - assert: [ { contains: a } ]"], "About {{nobody}}"));
    const [broken] = await test(uri, { confirmed: true });
    assert.equal(broken?.state, "errored");
    assert.equal(broken?.line, 6);
    await vscode.workspace.fs.delete(uri);
  });
});
