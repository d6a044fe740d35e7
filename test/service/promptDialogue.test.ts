/** A spoken dialogue on the command line: what is sent, and the file. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../src/service/startService.ts";
import { promptRun } from "./promptRun.ts";
import { recordRequests } from "./recordRequests.ts";

test("a dialogue is one request for each turn, with the voice that it names for the speaker, and one file", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "generation-studio-dialogue-"));
  const service = await startService({});
  const recorder = await recordRequests(service.url);
  onTestFinished(async () => {
    recorder.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const file = path.join(folder, "spoken.gen.md");
  const said = "**Anna (slt):** Good evening.\n\n**Ben (rms):** Is the lamp lit?";
  writeFileSync(file, `---\nkind: audio\nmodel: flite\nvoice: slt\nformat: mp3\noutput: spoken/{n}\n---\n${said}\n`);
  expect(await promptRun(["run", file, "--base-url", recorder.url], { key: service.key })).toMatchObject({ status: 0 });
  expect(readdirSync(path.join(folder, "spoken"))).toEqual(["1.mp3"]);
  const common = { model: "flite", format: "mp3" };
  expect(recorder.bodies).toHaveLength(2);
  expect(recorder.bodies).toContainEqual({ ...common, input: "Good evening.", voice: "slt" });
  expect(recorder.bodies).toContainEqual({ ...common, input: "Is the lamp lit?", voice: "rms" });
}, 180_000);
