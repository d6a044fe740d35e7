/** Prompt documents run in a real VS Code against the built-in service: each kind, both interfaces, and a batch. */
import * as assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { symlink, writeFile } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Task } from "../../src/tasks/task.ts";
import { ask, filesIn, lensTitles, openPrompt, until, workspaceFile } from "./languageSupport.ts";

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

  it("streams v1 text into an editor beside it", async function () {
    this.timeout(60_000);
    const document = await openPrompt("text", "---\nmodel: demo-text\n---\nSay hello to the sea.\n");
    await run(document);
    const answer = await until(() =>
      vscode.workspace.textDocuments.find((one) => one.isUntitled && one.languageId === "markdown" && one.getText().length > 20),
    );
    assert.match(answer.getText(), /\w/);
    assert.match((await lensTitles(document))[1] ?? "", /1 result · \d+ tokens · /);
  });

  it("keeps v1 text in the .out.md file that `output` names, and replaces it the next time", async function () {
    this.timeout(60_000);
    const document = await openPrompt("kept", "---\nmodel: demo-text\noutput: answers/kept\n---\nSay hello.\n");
    await run(document);
    await run(document);
    assert.deepEqual(await filesIn("answers"), ["answers/kept.out.md"]);
    const text = Buffer.from(await vscode.workspace.fs.readFile(workspaceFile("answers/kept.out.md"))).toString();
    assert.ok(text.length > 20, text);
  });

  it("saves a v1 image, audio and video where `output` says", async function () {
    this.timeout(120_000);
    const [picture] = await runInto("image1", "kind: image\nmodel: demo-image\nsize: 256x256");
    assert.equal(picture, "image1/made-1.png");
    assert.match(await firstBytes(picture), /^.PNG/);
    const [sound] = await runInto("audio1", "kind: audio\nmodel: demo-voice\nvoice: alto\nformat: wav");
    assert.equal(sound, "audio1/made-1.wav");
    assert.match(await firstBytes(sound), /^RIFF/);
    const [clip] = await runInto(
      "video1",
      "kind: video\nmodel: demo-video\nduration: 4\nquality: 480p\nsize: 16:9".replace("quality: 480p\n", ""),
    );
    assert.match(clip ?? "", /^video1\/made-1\.(mp4|webm)$/);
  });

  it("does the same over v2, and tells the cost", async function () {
    this.timeout(120_000);
    const [picture] = await runInto("image2", "interface: v2\nkind: image\nmodel: demo-image\nimage_size: 256x256");
    assert.match(await firstBytes(picture ?? ""), /^.PNG/);
    const run2 = await vscode.workspace.openTextDocument(workspaceFile("run-image2.gen.md"));
    assert.match((await lensTitles(run2))[1] ?? "", /1 result · cost [\d.]+ · /);
    assert.equal((await runInto("audio2", "interface: v2\nkind: audio\nmodel: demo-voice")).length, 1);
    assert.equal((await runInto("video2", "interface: v2\nkind: video\nmodel: demo-video\nvideo_duration: 4")).length, 1);
    const document = await openPrompt("text2", "---\ninterface: v2\nmodel: demo-text\noutput: answers2/text\n---\nSay hello.\n");
    await run(document);
    assert.deepEqual(await filesIn("answers2"), ["answers2/text.out.md"]);
  });

  it("makes one task for each set of a batch of five", async function () {
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

  it("takes the sets of a batch from a CSV file", async function () {
    this.timeout(60_000);
    await vscode.workspace.fs.writeFile(workspaceFile("places.csv"), new TextEncoder().encode("place\nBrest\nQuimper\n"));
    const front = "kind: image\nmodel: demo-image\nsize: 128x128\noutput: csv/{{place}}\nbatch: places.csv";
    await run(await openPrompt("csv", `---\n${front}\n---\n{{place}} at dusk\n`));
    assert.deepEqual(await filesIn("csv"), ["csv/Brest.png", "csv/Quimper.png"]);
  });

  it("fills in the selection and the text of the editor that was active before, the clipboard and the date", async () => {
    await vscode.env.clipboard.writeText("grey\nfog");
    const source = await vscode.workspace.openTextDocument({ language: "plaintext", content: "red sails at sea" });
    const editor = await vscode.window.showTextDocument(source, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 0, 0, 9);
    const document = await openPrompt(
      "selection",
      "---\nkind: image\nmodel: demo-image\n---\n{{selection}} in {{file}}, {{clipboard}}, {{date}}\n",
    );
    await vscode.commands.executeCommand("generationStudio.prompt.showRequest", document.uri);
    const shown = await until(() => vscode.workspace.textDocuments.find((one) => one.uri.scheme === "generation-studio-request"));
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

  it("copies the request as curl and as TypeScript, without the key", async () => {
    const document = await openPrompt("copy", "---\nkind: image\nmodel: demo-image\n---\nIt's a cat\n");
    await vscode.commands.executeCommand("generationStudio.prompt.copyAsCurl", document.uri);
    const curl = await vscode.env.clipboard.readText();
    assert.match(curl, /curl 'http:\/\/127\.0\.0\.1:\d+\/api\/v1\/images'/);
    assert.match(curl, /Bearer \$GENERATION_STUDIO_API_KEY/);
    await vscode.commands.executeCommand("generationStudio.prompt.copyAsTypeScript", document.uri);
    assert.match(await vscode.env.clipboard.readText(), /import OpenAI from "openai"/);
  });

  it("stops, and its lens tells that not everything was made", async function () {
    this.timeout(60_000);
    const front = "kind: video\nmodel: demo-video\nduration: 8\nbatch: [{ n: 1 }, { n: 2 }, { n: 3 }]";
    const document = await openPrompt("stopped", `---\n${front}\n---\nWaves {{n}}\n`);
    const running = run(document);
    await until(async () => (await lensTitles(document)).some((title) => title.includes("Stop")));
    await vscode.commands.executeCommand("generationStudio.prompt.stop", document.uri);
    await running;
    assert.match((await lensTitles(document))[1] ?? "", /failed/);
  });

  it("neither sends files from outside the workspace unasked, through a link or not, nor writes there", async () => {
    const root = workspaceFile("").fsPath;
    await writeFile(path.join(root, "..", "secret.txt"), "a secret");
    await symlink(path.join(root, "..", "secret.txt"), path.join(root, "linked.txt"));
    for (const name of ["../secret.txt", "linked.txt"]) {
      const document = await openPrompt("outside", `---\nmodel: demo-text\nfiles: [${name}]\noutput: outside/sent\n---\nRead it.\n`);
      await run(document);
      assert.deepEqual(await filesIn("outside"), []);
    }
    await run(await openPrompt("escape", "---\nkind: image\nmodel: demo-image\noutput: ../escaped/made\n---\nA cat\n"));
    assert.equal(existsSync(path.join(root, "..", "escaped")), false);
    assert.deepEqual(await filesIn("escaped"), []);
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
    for (const source of [{ key: task.key }, vscode.Uri.file(artifact.path)]) {
      await vscode.commands.executeCommand("generationStudio.prompt.saveAs", source);
      const saved = await until(() => {
        const text = vscode.window.activeTextEditor?.document.getText();
        return text?.includes("A red kite") && text;
      });
      assert.match(saved, /^---\nkind: image\nmodel: demo-image\n[\s\S]*size: 64x64\n[\s\S]*---\nA red kite\n$/);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  });

  it("writes a request that was made elsewhere as a prompt document", async () => {
    const request = { interface: "v1", kind: "image", body: { model: "demo-image", prompt: "A {{cat}}", size: "1k" } };
    await vscode.commands.executeCommand("generationStudio.prompt.saveAs", request);
    const saved = await until(() => {
      const active = vscode.window.activeTextEditor?.document;
      return active?.getText().includes("A \\{{cat}}") && active;
    });
    assert.equal(saved.getText(), "---\nkind: image\nmodel: demo-image\nsize: 1k\n---\nA \\{{cat}}\n");
    assert.equal(saved.languageId, "generation-prompt");
  });
});
