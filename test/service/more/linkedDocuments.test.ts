/** Links among the prompt documents that a folder or a pattern of the command line finds. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../../src/service/startService.ts";
import { promptRun } from "../promptRun.ts";
import { recordRequests } from "../recordRequests.ts";

test("tests a document that a folder or a pattern finds, and that is a link to elsewhere, only if that is allowed", async () => {
  const outside = mkdtempSync(path.join(tmpdir(), "generation-studio-outside-"));
  const service = await startService({ tokensPerSecond: 0 });
  const recorder = await recordRequests(service.url);
  const content = "---\nmodel: demo-text\ntests:\n  - { assert: [ { contains: a } ] }\n---\nHi\n";
  try {
    const work = path.join(outside, "work");
    for (const name of ["work/found", "work/own", "elsewhere"]) mkdirSync(path.join(outside, name), { recursive: true });
    for (const name of ["work/shared.gen.md", "elsewhere/notes.md"]) writeFileSync(path.join(outside, name), content);
    symlinkSync("../../elsewhere/notes.md", path.join(work, "found/link.gen.md"));
    symlinkSync("../shared.gen.md", path.join(work, "own/link.gen.md"));
    symlinkSync("../elsewhere", path.join(work, "chosen"));
    for (const [args, isSent] of [
      [["found"], false],
      [["found/*.gen.md"], false],
      [["f*/link.gen.md"], false],
      [[path.join(work, "found/*.gen.md")], false],
      [["found", "--allow-outside"], true],
      [["found/link.gen.md"], true],
      [["found", "found/link.gen.md"], true],
      [["own"], true],
      [["own/*"], true],
      [["chosen/*.md"], true],
    ] as const) {
      const before = recorder.bodies.length;
      const tested = ["test", ...args, "--base-url", recorder.url];
      const { errors } = await promptRun(tested, { key: service.key, folder: work });
      expect(recorder.bodies.length > before, `${args}: ${errors}`).toBe(isSent);
      expect(errors.includes("; `test` sends it with --allow-outside.")).toBe(!isSent);
    }
    expect(await promptRun(["check", "found"], { key: service.key, folder: work })).toMatchObject({ status: 0, output: "" });
  } finally {
    recorder.close();
    await service.close();
    rmSync(outside, { recursive: true, force: true, maxRetries: 5 });
  }
});
