/** `prompt test` with cases that have errors. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../../src/service/startService.ts";
import { promptRun } from "../promptRun.ts";

test("a case with an error does not keep the other ones from being tested", async () => {
  const service = await startService({ tokensPerSecond: 0 });
  onTestFinished(() => service.close());
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-cases-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const write = (name: string, lines: readonly string[]) => writeFile(path.join(folder, name), `${lines.join("\n")}\n`);
  const front = ["---", "model: demo-text"];
  const good = "  - { description: good, assert: [ { contains: heron } ] }";
  const bad = "  - { description: bad, assert: [ { regex: '(' } ] }";
  await write("list.gen.md", [...front, "tests:", bad, good, "---", "Repeat exactly: A heron"]);
  await write("file.gen.md", [...front, "tests: cases.csv", "---", "Repeat exactly: A heron"]);
  await write("cases.csv", ["__description,__expected", "bad,regex: (", "good,contains: heron"]);
  const { status, output } = await promptRun(["test", "list.gen.md", "file.gen.md", "--base-url", service.url], {
    key: service.key,
    folder,
  });
  expect(status).toBe(1);
  expect(output.split("\n").map((line) => line.replace(/ · \d+ ms$/, ""))).toEqual([
    "! list.gen.md: bad",
    expect.stringMatching(/^ {2}list\.gen\.md:4:\d+: error: .*\[assertionInvalid\]$/),
    "! file.gen.md: bad",
    expect.stringMatching(/^ {2}cases\.csv:2:1: error: .*\[csvInvalid\]$/),
    "✓ list.gen.md: good · demo-text",
    "✓ file.gen.md: good · demo-text",
    "2 passed, 0 failed, 2 with errors · 1 from the cache",
    "",
  ]);
});
