/** The options of requests: those used last, those of a request that runs again, and given ones. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { onlyArtifact, openFile, runTasks } from "./commandRunner.ts";
import { cells, checkFiles, commandOf, givenFor, optionsOf, runInCells } from "./mediaCells.ts";
import { probeMedia } from "./probeMedia.ts";

describe("options", function () {
  this.timeout(60_000);
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-options-"));
    const first = cells.filter((cell) => cell.interface === "v1");
    await runInCells(first, async (cell) => ({
      tasks: runTasks(commandOf(cell.kind, ""), { ...givenFor(cell, folder), prompt: "A first one" }),
    }));
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

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
        const given = { prompt: "A long sentence for the pier", model: "flite", options, interface: generation, folder, show: false };
        return runTasks("generateAudio", given);
      });
      const made = await Promise.all(speeds);
      const [slow = 0, fast = 1] = await Promise.all(made.map(async (tasks) => (await probeMedia(onlyArtifact(tasks))).seconds ?? 0));
      assert.ok(slow / fast > 1.6 && slow / fast < 2.4, `${slow} s, ${fast} s`);
    });
  }
});
