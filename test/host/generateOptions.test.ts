/** Commands that ask for options: the steps start with the options that were used last. */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { referencesOf } from "../../src/tasks/library/requestReferences.ts";
import { onlyArtifact, openFile, runTasks } from "./commandRunner.ts";
import { cells, checkFiles, commandOf, givenFor, modelOf, optionsOf, runInCells, undoIn } from "./mediaCells.ts";
import { probeMedia } from "./probeMedia.ts";
import { acceptSteps } from "./stepPicker.ts";

describe("options", function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-options-"));
    // Options used last, which the steps below preselect.
    const first = cells.filter((cell) => cell.interface === "v1");
    await runInCells(first, async (cell) => ({
      tasks: runTasks(commandOf(cell.kind, ""), { ...givenFor(cell, folder), prompt: "A first one" }),
    }));
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  for (const cell of cells) {
    it(`of ${cell.kind} over ${cell.interface} are asked for step by step, and the link is one undo step`, async () => {
      const editor = await openFile(folder, `${cell.kind}-${cell.interface}.md`, "A tall ship\n");
      editor.selection = new vscode.Selection(0, 0, 0, 11);
      const { document } = editor;
      const given = { kind: cell.kind, interface: cell.interface, folder, show: false, insertLink: "always" };
      const tasks = await acceptSteps(runTasks("generateWithOptions", given));
      assert.deepEqual([tasks[0]?.prompt, tasks[0]?.model], ["A tall ship", modelOf[cell.kind]]);
      const [file = ""] = await checkFiles({ cell, tasks, document });
      assert.ok(document.getText().includes(path.basename(file)));
      await undoIn(document);
      assert.equal(document.getText(), "A tall ship\n");
    });
  }

  it("of a repeated task start with those of the first, also if others were used since", async () => {
    const cell = { kind: "image", interface: "v2" } as const;
    const first = await runTasks("generateImage", { ...givenFor(cell, folder), prompt: "A grey heron" });
    await runTasks("generateImage", { prompt: "A raft", model: "demo-image-pro", options: { size: "128x64" }, folder, show: false });
    const uri = vscode.Uri.file(onlyArtifact(first));
    const again = await acceptSteps(runTasks("runAgainWithOptions", uri, [uri], { show: false }));
    assert.deepEqual(again[0]?.request, first[0]?.request);
    await checkFiles({ cell, tasks: again, document: undefined });
  });

  it("keep reference images that are passed, and send them", async () => {
    const file = onlyArtifact(
      await runTasks("generateImage", { ...givenFor({ kind: "image", interface: "v1" }, folder), prompt: "A rope" }),
    );
    const given = { kind: "image", prompt: "A knot", references: [file, "data:image/png;base64,AAAA"], folder, show: false };
    const [task] = await acceptSteps(runTasks("generateWithOptions", given));
    const sent = task?.request.interface === "v1" && task.request.kind === "image" ? task.request.body.image : undefined;
    assert.deepEqual(
      sent?.map(({ image_url }) => image_url.slice(0, 22)),
      ["data:image/png;base64,", "data:image/png;base64,"],
    );
  });

  for (const cell of cells.filter(({ kind }) => kind !== "audio")) {
    it(`accept no more reference images than the model of ${cell.kind} over ${cell.interface}`, async () => {
      const file = onlyArtifact(
        await runTasks("generateImage", { ...givenFor({ kind: "image", interface: "v1" }, folder), prompt: "A buoy" }),
      );
      const references = ["a", "b", "c", "d", "e"].map((letter) => {
        const copy = path.join(folder, `${cell.kind}-${cell.interface}-${letter}.png`);
        copyFileSync(file, copy);
        return copy;
      });
      const { kind, interface: generation } = cell;
      const given = { kind, interface: generation, model: modelOf[kind], prompt: "A bell", references, folder, show: false };
      const [task] = await acceptSteps(runTasks("generateWithOptions", given));
      assert.equal(task?.state, "saved", task?.error?.message);
      assert.equal(task && referencesOf(task.request).length, 4);
    });
  }

  it("of a prompt document's request are sent again with all its other fields", async () => {
    const front = "interface: v2\nkind: image\nmodel: demo-image\nimage_size: 64x64\nresponse_format: b64_json\nstop_sequences: [storm]";
    const editor = await openFile(folder, "stop.gen.md", `---\n${front}\noutput: stop\n---\nA calm bay\n`);
    await vscode.commands.executeCommand("generationStudio.prompt.run", editor.document.uri);
    const uri = vscode.Uri.file(path.join(folder, "stop.png"));
    const [again, changed] = [
      await runTasks("runAgain", uri, [uri], { show: false }),
      await runTasks("runAgain", uri, [uri], { show: false, options: { size: "32x32" } }),
    ].map(([task]) => task?.request.body);
    const body = {
      type: "out_image",
      ai: { model: "demo-image", image_size: "64x64" },
      content: [{ type: "input_text", text: "A calm bay" }],
      response_format: "b64_json",
      stop_sequences: ["storm"],
    };
    assert.deepEqual(again, body);
    assert.deepEqual(changed, { ...body, ai: { ...body.ai, image_size: "32x32" } });
  });

  it("are those used last if nothing is asked", async () => {
    const cell = { kind: "image", interface: "v1" } as const;
    await runTasks("generateImage", { ...givenFor(cell, folder), prompt: "A pier" });
    const tasks = await runTasks("generateImage", { prompt: "Another pier", folder, show: false });
    assert.equal(tasks[0]?.model, "demo-image");
    await checkFiles({ cell, tasks, document: undefined });
  });

  for (const generation of ["v1", "v2"] as const) {
    it(`of a voice change the audio over ${generation}: twice the speed is half the length`, async () => {
      const speeds = [1, 2].map((speed) => {
        const options = { ...optionsOf.audio, speed };
        const given = { prompt: "A long sentence for the pier", model: "demo-voice", options, interface: generation, folder, show: false };
        return runTasks("generateAudio", given);
      });
      const made = await Promise.all(speeds);
      const [slow = 0, fast = 1] = await Promise.all(made.map(async (tasks) => (await probeMedia(onlyArtifact(tasks))).seconds ?? 0));
      assert.ok(slow / fast > 1.6 && slow / fast < 2.4, `${slow} s, ${fast} s`);
    });
  }
});
