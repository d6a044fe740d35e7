/** The generate commands, run in a real extension host against the built-in service: the file on disk, the link and the undo. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { configure, onlyArtifact, openFile, runTasks } from "./commandRunner.ts";
import { probeMedia } from "./probeMedia.ts";

const commands = { image: "generateImage", audio: "generateAudio", video: "generateVideo" } as const;
const options = {
  image: { size: "512", aspect_ratio: "1:1" },
  audio: { voice: "alto", format: "wav" },
  video: { size: "16:9", quality: "480p", duration: 2 },
} as const;
const models = { image: "demo-image", audio: "demo-voice", video: "demo-video" } as const;

describe("generate commands", function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-files-"));
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true });
  });

  for (const generation of ["v1", "v2"] as const) {
    for (const kind of ["image", "audio", "video"] as const) {
      it(`saves ${kind} that a prompt asked for over ${generation}`, async () => {
        const tasks = await runTasks(commands[kind], {
          prompt: `A lighthouse at dusk, ${generation}`,
          model: models[kind],
          options: options[kind],
          interface: generation,
          folder,
          show: false,
        });
        const media = await probeMedia(onlyArtifact(tasks));
        assert.equal(media.kind, kind);
        if (kind === "image") assert.deepEqual([media.width, media.height], [512, 512]);
        if (kind === "video") assert.equal(media.height, 480);
        if (kind === "video") assert.ok(Math.abs((media.seconds ?? 0) - 2) < 0.3, `${media.seconds} s`);
        if (kind === "audio") assert.ok((media.seconds ?? 0) > 0.5, `${media.seconds} s`);
        assert.equal(tasks[0]?.interface, generation);
        if (generation === "v2") assert.ok((tasks[0]?.cost?.amount ?? 0) > 0, "v2 tells the cost");
      });
    }
  }

  it("takes the interface of each kind from the setting", async () => {
    await configure("interface", { image: "v2" });
    try {
      const tasks = await runTasks("generateImage", { prompt: "A kite", options: options.image, folder, show: false });
      assert.equal(tasks[0]?.interface, "v2");
    } finally {
      await configure("interface", undefined);
    }
  });

  it("makes a picture of the selection and links it below, as one undo step", async () => {
    const before = "# Harbour\n\nA red boat in the fog.\n\nThe end.\n";
    const editor = await openFile(folder, "story.md", before);
    editor.selection = new vscode.Selection(2, 0, 2, 22);
    const given = { options: options.image, folder, insertLink: "always", show: false };
    const file = onlyArtifact(await runTasks("generateImageFromSelection", given));
    const link = `![A red boat in the fog.](${encodeURIComponent(path.basename(file))})`;
    assert.equal(editor.document.getText(), `# Harbour\n\nA red boat in the fog.\n\n${link}\n\nThe end.\n`);
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), before);
  });

  it("makes one task of each selection, and each link stands below its own", async () => {
    const editor = await openFile(folder, "two.md", "A green hill\n\nA blue lake\n");
    editor.selections = [new vscode.Selection(0, 0, 0, 12), new vscode.Selection(2, 0, 2, 11)];
    const given = { options: options.image, folder, insertLink: "always", show: false };
    const tasks = await runTasks("generateImageFromSelection", given);
    assert.deepEqual(
      tasks.map((task) => task.prompt),
      ["A green hill", "A blue lake"],
    );
    const links = tasks.map((task) => encodeURIComponent(path.basename(task.artifacts[0]?.path ?? "")));
    const expected = `A green hill\n\n![A green hill](${links[0]})\n\nA blue lake\n\n![A blue lake](${links[1]})\n`;
    assert.equal(editor.document.getText(), expected);
  });

  it("takes the whole file where nothing is selected, and links nothing where the setting says never", async () => {
    const editor = await openFile(folder, "whole.md", "A small harbour.\n");
    await configure("insertLink", "never");
    try {
      const tasks = await runTasks("generateAudioFromSelection", { options: options.audio, folder, show: false });
      assert.equal(tasks[0]?.prompt, "A small harbour.");
      assert.equal(editor.document.getText(), "A small harbour.\n");
    } finally {
      await configure("insertLink", undefined);
    }
  });

  it("links in the language of the document", async () => {
    const editor = await openFile(folder, "page.html", "<p>A bell</p>\n");
    editor.selection = new vscode.Selection(0, 3, 0, 9);
    const given = { options: options.audio, folder, insertLink: "always", show: false };
    const file = onlyArtifact(await runTasks("generateAudioFromSelection", given));
    assert.ok(
      editor.document.getText().includes(`<audio controls src="${encodeURIComponent(path.basename(file))}" aria-label="A bell"></audio>`),
    );
  });

  it("shows the picture in VS Code's own preview, beside the document", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await openFile(folder, "shown.md", "A windmill\n");
    const file = onlyArtifact(await runTasks("generateImageFromSelection", { options: options.image, folder, insertLink: "never" }));
    const inputs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).map((tab) => tab.input);
    const preview = inputs.find((input) => input instanceof vscode.TabInputCustom);
    assert.equal(preview?.uri.fsPath, file);
    assert.equal(path.basename(vscode.window.activeTextEditor?.document.uri.fsPath ?? ""), "shown.md");
  });

  it("takes the prompt from the clipboard, and from files of the Explorer", async () => {
    await vscode.env.clipboard.writeText("A paper boat");
    const fromClipboard = await runTasks("generateImageFromClipboard", { options: options.image, folder, show: false });
    assert.equal(fromClipboard[0]?.prompt, "A paper boat");
    const files = ["one.txt", "two.txt"].map((name) => vscode.Uri.file(path.join(folder, name)));
    for (const file of files) await vscode.workspace.fs.writeFile(file, Buffer.from(`Text of ${path.basename(file.fsPath)}`));
    const fromFiles = await runTasks("generateImageFromFile", files[0], files, { options: options.image, folder, show: false });
    assert.deepEqual(
      fromFiles.map((task) => task.prompt),
      ["Text of one.txt", "Text of two.txt"],
    );
  });

  it("sends pictures of the Explorer as references, for a picture and for a video", async () => {
    const file = onlyArtifact(await runTasks("generateImage", { prompt: "A fox", options: options.image, folder, show: false }));
    const picture = vscode.Uri.file(file);
    for (const [command, kind] of [
      ["generateImageFromPicture", "image"],
      ["generateVideoFromPicture", "video"],
    ] as const) {
      const given = { prompt: "The same in winter", options: options[kind], folder, show: false };
      const [task] = await runTasks(command, picture, [picture], given);
      assert.equal(task?.state, "saved", task?.error?.message);
      assert.ok(task.request.interface === "v1" && task.request.kind !== "audio");
      const [reference] = task.request.body.image ?? [];
      assert.equal(reference?.image_url, `data:image/png;base64,${(await readFile(file)).toString("base64")}`);
    }
  });

  it("makes as many tasks as wanted, in the folder and by the name of the settings", async () => {
    await configure("output.folder", "art");
    await configure("output.fileName", "{kind}/{slug}");
    try {
      const tasks = await runTasks("generateImage", { prompt: "Three pears", options: { ...options.image, count: 3 }, show: false });
      const workspace = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
      const files = tasks.map((task) => path.relative(workspace, task.artifacts[0]?.path ?? "")).sort();
      assert.equal(new Set(files).size, 3);
      assert.ok(
        files.every((file) => file.startsWith(path.join("art", "image", "three-pears"))),
        files.join(),
      );
    } finally {
      await configure("output.folder", undefined);
      await configure("output.fileName", undefined);
    }
  });

  it("shows how a file was made and makes another, also after the file was renamed", async () => {
    const file = onlyArtifact(await runTasks("generateImage", { prompt: "A grey heron", options: options.image, folder, show: false }));
    const renamed = path.join(folder, "heron.png");
    await rename(file, renamed);
    await vscode.commands.executeCommand("generationStudio.showHowMade", vscode.Uri.file(renamed));
    const details = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.match(details, /A grey heron/);
    assert.match(details, /demo-image/);
    assert.match(details, /512/);
    const uri = vscode.Uri.file(renamed);
    const again = onlyArtifact(await runTasks("makeAnother", uri, [uri], { show: false }));
    assert.deepEqual(await readFile(again), await readFile(renamed));
    const other = await runTasks("makeAnother", uri, [uri], { prompt: "A white heron", show: false });
    assert.equal(other[0]?.prompt, "A white heron");
    assert.deepEqual(other[0]?.request.interface === "v1" && other[0].request.kind === "image" && other[0].request.body.size, "512");
  });

  it("asks before a batch that is larger than the user wants", async () => {
    const batch = { prompts: ["one", "two", "three", "four", "five"], options: options.image, folder, show: false };
    // In a test VS Code refuses the question: that is a no.
    assert.equal(await vscode.commands.executeCommand("generationStudio.generateImage", batch), undefined);
    assert.equal((await runTasks("generateImage", { ...batch, confirmed: true })).length, 5);
  });

  it("gives back the failed task, and remembers the value that the service refused", async () => {
    const refused = { prompt: "A door", model: "demo-image", options: { size: "99k" }, folder, show: false };
    const [task] = await runTasks("generateImage", refused);
    assert.equal(task?.state, "failed");
    assert.equal(task.error?.kind, "invalidRequest");
    const [next] = await runTasks("generateImage", { prompt: "A door", model: "demo-image", folder, show: false });
    assert.equal(next?.state, "saved", "the refused size is not sent again by itself");
  });
});
