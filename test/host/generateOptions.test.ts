/** The commands that ask for options, run in a real extension host: the steps begin at what was used last. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { onlyArtifact, openFile, runTasks } from "./commandRunner.ts";
import { cells, checkFiles, commandOf, givenFor, modelOf, optionsOf, runInCells, undoIn } from "./mediaCells.ts";
import { probeMedia } from "./probeMedia.ts";
import { acceptSteps } from "./stepPicker.ts";

describe("options", function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-options-"));
    // What is used last, which the steps below propose.
    const first = cells.filter((cell) => cell.interface === "v1");
    await runInCells(first, async (cell) => ({
      tasks: runTasks(commandOf(cell.kind, ""), { ...givenFor(cell, folder), prompt: "A first one" }),
    }));
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(() => rm(folder, { recursive: true, force: true }));

  for (const cell of cells) {
    it(`of ${cell.kind} over ${cell.interface} are asked for step by step, and the link is one undo step`, async () => {
      const { document } = await openFile(folder, `${cell.kind}-${cell.interface}.md`, "A tall ship\n");
      const given = { interface: cell.interface, folder, show: false, insertLink: "always" };
      const tasks = await acceptSteps(runTasks(commandOf(cell.kind, "WithOptions"), given));
      assert.deepEqual([tasks[0]?.prompt, tasks[0]?.model], ["A tall ship", modelOf[cell.kind]]);
      const [file = ""] = await checkFiles({ cell, tasks, document });
      assert.ok(document.getText().includes(path.basename(file)));
      await undoIn(document);
      assert.equal(document.getText(), "A tall ship\n");
    });
  }

  it("of another one begin at those of the first, also where others were used since", async () => {
    const cell = { kind: "image", interface: "v2" } as const;
    const first = await runTasks("generateImage", { ...givenFor(cell, folder), prompt: "A grey heron" });
    await runTasks("generateImage", { prompt: "A raft", model: "demo-image-pro", options: { size: "128x64" }, folder, show: false });
    const uri = vscode.Uri.file(onlyArtifact(first));
    const again = await acceptSteps(runTasks("makeAnotherWithOptions", uri, [uri], { show: false }));
    assert.deepEqual(again[0]?.request, first[0]?.request);
    await checkFiles({ cell, tasks: again, document: undefined });
  });

  it("are those used last where nothing is asked", async () => {
    const cell = { kind: "image", interface: "v1" } as const;
    await runTasks("generateImage", { ...givenFor(cell, folder), prompt: "A pier" });
    const tasks = await runTasks("generateImage", { prompt: "Another pier", folder, show: false });
    assert.equal(tasks[0]?.model, "demo-image");
    await checkFiles({ cell, tasks, document: undefined });
  });

  for (const generation of ["v1", "v2"] as const) {
    it(`of a voice are heard over ${generation}: twice the speed is half the length`, async () => {
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
