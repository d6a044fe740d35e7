/** The generate commands, run in a real extension host against the built-in service: the file on disk, the link and the undo. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Task } from "../../src/tasks/task.ts";
import { probeMedia } from "./probeMedia.ts";

const commands = { image: "generateImage", audio: "generateAudio", video: "generateVideo" } as const;
const options = {
  image: { size: "512", aspect_ratio: "1:1" },
  audio: { voice: "alto", format: "wav" },
  video: { size: "16:9", quality: "480p", duration: 2 },
} as const;
const models = { image: "demo-image", audio: "demo-voice", video: "demo-video" } as const;

async function run(command: string, ...values: unknown[]): Promise<Task[]> {
  const tasks = await vscode.commands.executeCommand<Task[] | undefined>(`generationStudio.${command}`, ...values);
  assert.ok(tasks !== undefined, "the command was put away or failed");
  return tasks;
}

function onlyArtifact(tasks: readonly Task[]): string {
  assert.equal(tasks.length, 1);
  const [task] = tasks;
  assert.equal(task?.state, "saved", task?.error?.message);
  assert.equal(task.artifacts.length, 1);
  return task.artifacts[0]?.path ?? "";
}

async function openMarkdown(content: string, folder: string, name = "story.md"): Promise<vscode.TextEditor> {
  const uri = vscode.Uri.file(path.join(folder, name));
  await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

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
        const tasks = await run(commands[kind], {
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
        if (generation === "v2") assert.ok((tasks[0]?.cost?.amount ?? 0) > 0, "v2 tells the cost");
      });
    }
  }

  it("makes a picture of the selection and links it below, as one undo step", async () => {
    const before = "# Harbour\n\nA red boat in the fog.\n\nThe end.\n";
    const editor = await openMarkdown(before, folder);
    editor.selection = new vscode.Selection(2, 0, 2, 22);
    const file = onlyArtifact(
      await run("generateImageFromSelection", { options: options.image, folder, insertLink: "always", show: false }),
    );
    const link = `![A red boat in the fog.](${encodeURIComponent(path.basename(file))})`;
    assert.equal(editor.document.getText(), `# Harbour\n\nA red boat in the fog.\n\n${link}\n\nThe end.\n`);
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), before);
  });
});
