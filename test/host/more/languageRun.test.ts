/** Runs prompt documents of each kind over both interfaces, and as a batch, against the built-in service. */
import * as assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { AnswerEditor, chooseAnswerFile } from "../../../src/editor/promptRuns/answerEditor.ts";
import type { Task } from "../../../src/generations/task.ts";
import { configure } from "../commandRunner.ts";
import { ask, filesIn, lensTitles, openPrompt, positionOf, until, workspaceFile } from "../languageSupport.ts";
import { shownDocument, shownFile } from "../shownTabs.ts";
import { acceptSteps } from "../stepPicker.ts";

async function run(document: vscode.TextDocument): Promise<void> {
  await vscode.commands.executeCommand("generationStudio.prompt.run", document.uri);
}

async function firstBytes(name: string): Promise<string> {
  return Buffer.from(await vscode.workspace.fs.readFile(workspaceFile(name)))
    .subarray(0, 12)
    .toString("latin1");
}

async function runInto(folder: string, front: string, body = "A lighthouse at dusk\n"): Promise<string[]> {
  const document = await openPrompt(`run-${folder}`, `---\n${front}\noutput: ${folder}/made-{n}\n---\n${body}`);
  await run(document);
  return until(async () => {
    const files = await filesIn(folder);
    return files.length > 0 && files;
  });
}

describe("running a prompt document", () => {
  before(async () => {
    const configuration = vscode.workspace.getConfiguration("generationStudio");
    await configuration.update("confirmAbove", 20, vscode.ConfigurationTarget.Global);
  });

  it("streams v1 text into a saved file beside it, which asks nothing when it is closed", async function () {
    this.timeout(60_000);
    const document = await openPrompt("text", "---\nmodel: demo-text\n---\nSay hello to the sea.\n");
    await run(document);
    const answer = await until(() =>
      vscode.workspace.textDocuments.find((one) => one.uri.path.endsWith("/answers/text.out.md") && one.getText().length > 20),
    );
    assert.deepEqual([answer.isUntitled, answer.isDirty, answer.languageId], [false, false, "markdown"]);
    assert.match(answer.getText(), /\w/);
    assert.match((await lensTitles(document))[1] ?? "", /1 result · [\d,.]+ tokens · /);
  });

  it("shows the file that it made beside the document, without the focus", async function () {
    this.timeout(60_000);
    const document = await openPrompt("shown", "---\nkind: image\nmodel: demo-image\nsize: 96x64\noutput: shown/made\n---\nA heron\n");
    await vscode.window.showTextDocument(document, { preview: false });
    await run(document);
    await shownFile(workspaceFile("shown/made.png"));
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), document.uri.toString());
    const columns = vscode.window.tabGroups.all
      .filter(({ activeTab }) => activeTab?.label === "made.png")
      .map(({ viewColumn }) => viewColumn);
    assert.equal(columns.length, 1);
    assert.notEqual(columns[0], vscode.window.activeTextEditor?.viewColumn);
  });

  it("saves v1 text in the .out.md file of `output`, and replaces it the next time", async function () {
    this.timeout(60_000);
    const document = await openPrompt("kept", "---\nmodel: demo-text\noutput: answers/kept\n---\nSay hello.\n");
    await run(document);
    await run(document);
    assert.deepEqual(await filesIn("answers"), ["answers/kept.out.md"]);
    const text = Buffer.from(await vscode.workspace.fs.readFile(workspaceFile("answers/kept.out.md"))).toString();
    assert.ok(text.length > 20, text);
  });

  it("inserts every part of an answer while the user types in its editor", async () => {
    const storage = { storageUri: undefined, globalStorageUri: workspaceFile("storage") };
    const open = async () => AnswerEditor.open(await chooseAnswerFile(storage, workspaceFile("typed.gen.md"), undefined));
    const others = [await open(), await open()];
    const names = others.map(({ document }) => document.uri.path.split("/").at(-1)).toSorted();
    assert.deepEqual(names, ["typed-2.out.md", "typed.out.md"]);
    const answer = await open();
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document === answer.document);
    assert.ok(editor);
    answer.append("A gull");
    // Both edits have the same version of the document, so VS Code rejects the later one.
    const typed = editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "My notes: "));
    await Promise.all([typed, answer.finish()]);
    assert.equal(answer.document.getText(), "My notes: A gull");
  });

  it("shows all answers that open at the same moment, while another editor opens too", async () => {
    const storage = { storageUri: undefined, globalStorageUri: workspaceFile("storage") };
    const prompt = await openPrompt("crowd", "A crowd.");
    const open = async () => AnswerEditor.open(await chooseAnswerFile(storage, workspaceFile("crowded.gen.md"), undefined));
    const showPrompt = () => vscode.window.showTextDocument(prompt, { preview: false });
    const [answers] = await Promise.all([Promise.all(Array.from({ length: 4 }, open)), showPrompt()]);
    for (const { document } of answers) await shownDocument(({ uri }) => uri.toString() === document.uri.toString());
  });

  it("asks for the values of variables, and keeps an empty one", async function () {
    this.timeout(60_000);
    const front = 'model: demo-text\nvars: { greeting: good night, name: "" }\noutput: answers/empty';
    const document = await openPrompt("empty", `---\n${front}\n---\nRepeat exactly: {{greeting}}, sea{{name}}\n`);
    await acceptSteps(vscode.commands.executeCommand("generationStudio.prompt.runWith", document.uri));
    const text = Buffer.from(await vscode.workspace.fs.readFile(workspaceFile("answers/empty.out.md"))).toString();
    assert.match(text, /good night, sea/);
  });

  it("writes the reasoning of an answer below it", async function () {
    this.timeout(60_000);
    const document = await openPrompt(
      "reasoned",
      "---\nmodel: demo-text\nreasoning: { effort: low }\noutput: answers/reasoned\n---\nSay hello.\n",
    );
    await run(document);
    const text = Buffer.from(await vscode.workspace.fs.readFile(workspaceFile("answers/reasoned.out.md"))).toString();
    assert.match(text, /hello[\s\S]*<details><summary>Reasoning<\/summary>\n\n\S[\s\S]*\n\n<\/details>\n$/i);
    await vscode.commands.executeCommand("generationStudio.prompt.deleteAnswers", document.uri, { confirmed: true });
  });

  it("deletes the answers of the last run on the service, and the files and editors with them", async function () {
    this.timeout(60_000);
    const kept = await openPrompt("deleted", "---\nmodel: demo-text\noutput: answers/deleted\n---\nSay hello.\n");
    await run(kept);
    assert.ok((await filesIn("answers")).includes("answers/deleted.out.md"));
    await vscode.commands.executeCommand("generationStudio.prompt.deleteAnswers", kept.uri, { confirmed: true });
    assert.ok(!(await filesIn("answers")).includes("answers/deleted.out.md"));
    assert.deepEqual(
      (await lensTitles(kept)).filter((title) => title.includes("result")),
      [],
    );
    const shownAnswers = () =>
      vscode.workspace.textDocuments.filter((one) => one.uri.path.includes("/answers/deletedShown") && one.getText().includes("good night"))
        .length;
    const shown = await openPrompt("deletedShown", "---\nmodel: demo-text\n---\nRepeat exactly: good night, sea\n");
    await run(shown);
    await until(() => shownAnswers() === 1);
    await vscode.commands.executeCommand("generationStudio.prompt.deleteAnswers", shown.uri, { confirmed: true });
    await until(() => shownAnswers() === 0);
  });

  it("sends its request once if it is started twice at the same time", async function () {
    this.timeout(60_000);
    const front = 'model: demo-image\nkind: image\noutput: "twice/made-{n}"';
    const document = await openPrompt("twice", `---\n${front}\n---\nA lighthouse at dusk\n`);
    await Promise.all([run(document), run(document)]);
    assert.deepEqual(await filesIn("twice"), ["twice/made-1.png"]);
  });

  it("saves a v1 image, audio and video under the names in `output`", async function () {
    this.timeout(120_000);
    const [image] = await runInto("image1", "kind: image\nmodel: demo-image\nsize: 256x256");
    assert.equal(image, "image1/made-1.png");
    assert.match(await firstBytes(image), /^.PNG/);
    const [sound] = await runInto("audio1", "kind: audio\nmodel: flite\nvoice: slt\nformat: wav");
    assert.equal(sound, "audio1/made-1.wav");
    assert.match(await firstBytes(sound), /^RIFF/);
    const [video] = await runInto("video1", "kind: video\nmodel: demo-video\nduration: 1\nquality: 480p\nsize: 16:9");
    assert.match(video ?? "", /^video1\/made-1\.(mp4|webm)$/);
  });

  it("does the same over v2, and shows the cost", async function () {
    this.timeout(120_000);
    const [image] = await runInto("image2", "interface: v2\nkind: image\nmodel: demo-image\nimage_size: 256x256");
    assert.match(await firstBytes(image ?? ""), /^.PNG/);
    const run2 = await vscode.workspace.openTextDocument(workspaceFile("run-image2.gen.md"));
    assert.match((await lensTitles(run2))[1] ?? "", /1 result · cost [\d.]+ demo credits · /);
    assert.equal((await runInto("audio2", "interface: v2\nkind: audio\nmodel: flite")).length, 1);
    assert.equal((await runInto("video2", "interface: v2\nkind: video\nmodel: demo-video\nvideo_duration: 1")).length, 1);
    const document = await openPrompt("text2", "---\ninterface: v2\nmodel: demo-text\noutput: answers2/text\n---\nSay hello.\n");
    await run(document);
    assert.deepEqual(await filesIn("answers2"), ["answers2/text.out.md"]);
  });

  it("creates one task for each set of a batch of five", async function () {
    this.timeout(120_000);
    const sets = ["dawn", "morning", "noon", "dusk", "night"].map((time) => `  - { time: ${time} }`);
    const front = ["kind: image", "model: demo-image", "size: 128x128", "output: batch/{{time}}", "batch:", ...sets].join("\n");
    const document = await openPrompt("batch", `---\n${front}\n---\nThe coast at {{time}}\n`);
    const before = await ask<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 10);
    assert.equal(before[0]?.command?.title, "$(play) Run 5 Tasks");
    await run(document);
    assert.deepEqual(await filesIn("batch"), [
      "batch/dawn.png",
      "batch/dusk.png",
      "batch/morning.png",
      "batch/night.png",
      "batch/noon.png",
    ]);
  });

  it("sends nothing that would exceed the user's budget, which the free demo does not", async function () {
    this.timeout(60_000);
    const text = (output: string) =>
      `---\nkind: image\nmodel: demo-image\nsize: 64x64\nbatch: [{ a: 1 }, { a: 2 }]\noutput: ${output}\n---\n{{a}} pears\n`;
    try {
      await configure("budget", { day: 0 });
      await configure("unit", "demo credits");
      // VS Code cancels the question here.
      await run(await openPrompt("budgeted", text("budgeted/made-{n}")));
      await configure("unit", undefined);
      await run(await openPrompt("free", text("free/made-{n}")));
      assert.deepEqual([(await filesIn("budgeted")).length, (await filesIn("free")).length], [0, 2]);
    } finally {
      await configure("unit", undefined);
      await configure("budget", undefined);
    }
  });

  it("reads the sets of a batch from a CSV file", async function () {
    this.timeout(60_000);
    await vscode.workspace.fs.writeFile(workspaceFile("places.csv"), new TextEncoder().encode("place\nBrest\nQuimper\n"));
    const front = "kind: image\nmodel: demo-image\nsize: 128x128\noutput: csv/{{place}}\nbatch: places.csv";
    await run(await openPrompt("csv", `---\n${front}\n---\n{{place}} at dusk\n`));
    assert.deepEqual(await filesIn("csv"), ["csv/Brest.png", "csv/Quimper.png"]);
  });

  it("fills in the selection and the text of the editor that was active before, the clipboard and the date", async () => {
    await vscode.env.clipboard.writeText("grey\nfog");
    // Only a document of the user's own folder reads the clipboard without a question, which these tests refuse.
    const settings = vscode.workspace.getConfiguration("generationStudio");
    await settings.update("promptFolder", workspaceFile("").fsPath, vscode.ConfigurationTarget.Global);
    const source = await vscode.workspace.openTextDocument({ language: "plaintext", content: "red sails at sea" });
    const editor = await vscode.window.showTextDocument(source, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 0, 0, 9);
    const document = await openPrompt(
      "selection",
      "---\nkind: image\nmodel: demo-image\n---\n{{selection}} in {{file}}, {{clipboard}}, {{date}}\n",
    );
    await vscode.commands.executeCommand("generationStudio.prompt.showRequest", document.uri);
    const shown = await until(() => vscode.workspace.textDocuments.find((one) => one.uri.scheme === "generation-studio-request"));
    await settings.update("promptFolder", undefined, vscode.ConfigurationTarget.Global);
    assert.match(shown.getText(), /POST \/api\/v1\/images/);
    assert.match(shown.getText(), /"prompt": "red sails in red sails at sea, grey\\nfog, \d{4}-\d\d-\d\d"/);
    const hovers = await ask<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      document.positionAt(document.getText().indexOf("{{selection") + 4),
    );
    const shownText = hovers.flatMap((one) => one.contents.map((content) => (typeof content === "string" ? content : content.value)));
    assert.match(shownText.join(), /Now:[\s\S]*red sails/);
  });

  it("asks no question if a value is missing that no answer can supply", async () => {
    await vscode.env.clipboard.writeText(" ");
    for (const missing of ["{{clipboard}}", "{{file:nowhere.md}}"]) {
      const document = await openPrompt(
        "asking",
        `---\nkind: image\nmodel: demo-image\noutput: asking/x\n---\n{{input:Which?}} ${missing}\n`,
      );
      await run(document);
      assert.deepEqual(await filesIn("asking"), []);
    }
  });

  it("copies the request as curl and as TypeScript, without the key", async () => {
    const document = await openPrompt("copy", "---\nkind: image\nmodel: demo-image\n---\nIt's a cat\n");
    await vscode.commands.executeCommand("generationStudio.prompt.copyRequest", document.uri, { format: "curl" });
    const curl = await vscode.env.clipboard.readText();
    assert.match(curl, /curl 'http:\/\/127\.0\.0\.1:\d+\/api\/v1\/images'/);
    assert.match(curl, /Bearer \$GENERATION_STUDIO_API_KEY/);
    await vscode.commands.executeCommand("generationStudio.prompt.copyRequest", document.uri, { format: "typescript" });
    assert.match(await vscode.env.clipboard.readText(), /import OpenAI from "openai"/);
  });

  it("stops, and its code lens shows that the run is incomplete", async function () {
    this.timeout(60_000);
    const front = "kind: video\nmodel: demo-video\nduration: 8\nbatch: [{ n: 1 }, { n: 2 }, { n: 3 }]";
    const document = await openPrompt("stopped", `---\n${front}\n---\nWaves {{n}}\n`);
    const running = run(document);
    await until(async () => (await lensTitles(document)).some((title) => title.includes("Stop")));
    await vscode.commands.executeCommand("generationStudio.prompt.stop", document.uri);
    await running;
    assert.match((await lensTitles(document))[1] ?? "", /failed/);
  });

  it("neither sends what may be private without asking, directly or through a link, nor writes outside the workspace", async () => {
    const root = workspaceFile("").fsPath;
    await writeFile(path.join(root, "..", "secret.txt"), "a secret");
    await symlink(path.join(root, "..", "secret.txt"), path.join(root, "linked.txt"));
    await writeFile(path.join(root, "..", "secret.csv"), "password\na secret\n");
    await writeFile(path.join(root, ".env"), "PASSWORD=hunter2\n");
    await writeFile(path.join(root, "key.md"), `-----BEGIN ${"PRIVATE"} KEY-----\n`);
    await symlink(".env", path.join(root, "innocent.md"));
    await vscode.env.clipboard.writeText("hunter2");
    for (const [front, prompt] of [
      ["files: [.env]", "Read it."],
      ["files: [innocent.md]", "Read it."],
      ["files: [key.md]", "Read it."],
      ["files: ['http://127.0.0.1:9/file.txt']", "Read it."],
      ["instructions: Be brief.", "Read {{file:.env}}."],
      ["instructions: Be brief.", "Read {{clipboard}}."],
      ["files: [../secret.txt]", "Read it."],
      ["files: [linked.txt]", "Read it."],
      ["batch: ../secret.csv", "Read {{password}}."],
      ["instructions: Be brief.", "Read {{file:../secret.txt}}."],
    ]) {
      const document = await openPrompt("outside", `---\nmodel: demo-text\n${front}\noutput: outside/sent\n---\n${prompt}\n`);
      await run(document);
      assert.deepEqual(await filesIn("outside"), []);
    }
    await writeFile(path.join(root, "..", "secret.gen.md"), "---\nmodel: demo-text\noutput: outside/sent\n---\nA secret\n");
    await openPrompt("own", "---\nmodel: demo-text\noutput: ownLink/sent\n---\nSay hello.\n");
    for (const [name, target] of [
      ["secretLink", "../secret.gen.md"],
      ["ownLink", "own.gen.md"],
    ] as const) {
      await symlink(target, path.join(root, `${name}.gen.md`));
      await run(await vscode.workspace.openTextDocument(workspaceFile(`${name}.gen.md`)));
    }
    assert.deepEqual([await filesIn("outside"), await filesIn("ownLink")], [[], ["ownLink/sent.out.md"]]);
    await run(await openPrompt("escape", "---\nkind: image\nmodel: demo-image\noutput: ../escaped/made\n---\nA cat\n"));
    assert.equal(existsSync(path.join(root, "..", "escaped")), false);
    assert.deepEqual(await filesIn("escaped"), []);
  });

  it("writes through no link out of the workspace", async function () {
    this.timeout(60_000);
    const root = workspaceFile("").fsPath;
    const outside = path.join(root, "..", `elsewhere-${process.pid}`);
    await mkdir(outside);
    await writeFile(path.join(outside, "profile"), "as it was");
    await symlink(outside, path.join(root, "linkedFolder"));
    await symlink(path.join(outside, "profile"), path.join(root, "linkedFile.out.md"));
    await symlink(path.join(outside, "created"), path.join(root, "broken.out.md"));
    for (const [front, output] of [
      ["model: demo-text", "linkedFolder/answer"],
      ["model: demo-text", "linkedFile"],
      ["model: demo-text", "broken"],
      ["interface: v2\nmodel: demo-text", "linkedFile"],
      ["kind: image\nmodel: demo-image\nsize: 96x64", "linkedFolder/made"],
    ] as const) {
      const document = await openPrompt("linked", `---\n${front}\noutput: ${output}\n---\nSay hello.\n`);
      await run(document);
      assert.deepEqual(await readdir(outside), ["profile"], output);
      assert.equal(await readFile(path.join(outside, "profile"), "utf8"), "as it was", output);
    }
  });

  it("remembers a value that the service refuses and shows it on hover, in both interfaces", async function () {
    this.timeout(60_000);
    for (const [name, front, field] of [
      ["refused1", "kind: image\nmodel: demo-image\nsize: 97k", "size: 97k"],
      ["refused2", "interface: v2\nkind: image\nmodel: demo-image\nimage_size: 98k", "image_size: 98k"],
    ] as const) {
      const document = await openPrompt(name, `---\n${front}\n---\nA lighthouse at dusk\n`);
      await run(document);
      const hovers = await ask<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, positionOf(document, field, 2));
      const shown = hovers.flatMap((one) => one.contents.map((content) => (typeof content === "string" ? content : content.value)));
      assert.match(shown.join(), new RegExp(`Refused[^.]*${field.slice(-3)}`));
    }
  });

  it("sends nothing from a document with errors", async () => {
    const document = await openPrompt("broken", "---\nkind: image\nmodel: demo-image\noutput: broken/x\n---\n{{nobody}}\n");
    await run(document);
    assert.deepEqual(await filesIn("broken"), []);
  });

  it("writes a finished task, by its key or by its file, as a prompt document", async function () {
    this.timeout(60_000);
    const given = { prompt: "A red kite", model: "demo-image", options: { size: "64x64" }, show: false };
    const [task] = await vscode.commands.executeCommand<Task[]>("generationStudio.generateImage", given);
    const [artifact] = task?.artifacts ?? [];
    assert.ok(task && artifact);
    const earlier = new Set(vscode.workspace.textDocuments);
    for (const source of [{ key: task.key }, vscode.Uri.file(artifact.path ?? "")]) {
      await vscode.commands.executeCommand("generationStudio.prompt.saveAs", source);
      const document = await shownDocument((candidate) => !earlier.has(candidate) && candidate.getText().includes("A red kite"));
      earlier.add(document);
      assert.match(document.getText(), /^---\nkind: image\nmodel: demo-image\n[\s\S]*size: 64x64\n[\s\S]*---\nA red kite\n$/);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      // The next untitled document may get the same URI.
      await until(() => document.isClosed);
    }
  });

  it("writes a request from another program as a prompt document", async () => {
    const request = { interface: "v1", kind: "image", body: { model: "demo-image", prompt: "A {{cat}}", size: "1k" } };
    await vscode.commands.executeCommand("generationStudio.prompt.saveAs", request);
    const saved = await shownDocument((document) => document.getText().includes("A \\{{cat}}"));
    assert.equal(saved.getText(), "---\nkind: image\nmodel: demo-image\nsize: 1k\n---\nA \\{{cat}}\n");
    assert.equal(saved.languageId, "generation-prompt");
  });
});
