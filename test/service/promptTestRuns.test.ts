/** `prompt test` with documents that cannot be tested, and runs that a signal ends. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type RunningService, startService } from "../../src/service/startService.ts";
import { mainProgram } from "./mainProgram.ts";
import { promptRun } from "./promptRun.ts";
import { recordRequests } from "./recordRequests.ts";

let service: RunningService;
let folder: string;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
});
afterAll(() => service.close());
beforeEach(async () => {
  const made = await mkdtemp(path.join(tmpdir(), "generation-studio-prompt-runs-"));
  folder = made;
  return () => rm(made, { recursive: true, force: true, maxRetries: 5 });
});

const run = (baseUrl: string, ...args: string[]) => promptRun(["test", ...args, "--base-url", baseUrl], { key: service.key, folder });

async function record() {
  const recorded = await recordRequests(service.url);
  onTestFinished(recorded.close);
  return recorded;
}

const write = (name: string, lines: readonly string[]) => writeFile(path.join(folder, name), `${lines.join("\n")}\n`);

test("a document with errors is reported, and the others are tested, each once", async () => {
  const good = ["---", "model: demo-text", "tests: [ { assert: [ { contains: demo } ] } ]", "---", "x"];
  await write("good.gen.md", good);
  await write("bad.gen.md", good.with(2, 'tests: [ { assert: [ { contains: "" } ] } ]'));
  await write(
    "late.gen.md",
    good.with(2, "vars: { of: gone }\ntests: [ { models: [demo-image], assert: [ { similarTo: '{{of}}.png' } ] } ]"),
  );
  const recorded = await record();
  const named = ["good.gen.md", "./good.gen.md", path.join(folder, "good.gen.md"), "bad.gen.md", "late.gen.md"];
  const { status, output, errors } = await run(recorded.url, ...named, "--reporter", "json");
  expect(status).toBe(1);
  expect(JSON.parse(output)).toMatchObject({ passed: 1, failed: 0, errors: 2 });
  expect(errors).toContain("bad.gen.md:3:24: error: `contains`: The text is empty. [assertionInvalid]");
  expect(errors).toContain("late.gen.md:4:46: error: The file `gone.png` cannot be read.");
  expect(recorded.bodies).toHaveLength(1);
});

test("an invalid regular expression that a variable makes is reported before anything is sent", async () => {
  const cases = ["place,__expected", "Brest,contains: demo", "(,regex: {{place}}"];
  await write("cases.csv", cases);
  await write("a.gen.md", ["---", "model: demo-text", "vars: { place: a }", "tests: cases.csv", "---", "x {{place}}"]);
  const recorded = await record();
  const { output } = await run(recorded.url, "a.gen.md");
  expect(output).toContain("cases.csv:3:1: error: `regex`: It is not a regular expression of JavaScript");
  expect(recorded.bodies).toHaveLength(1);
});

test("documents without tests have an empty report", async () => {
  await write("none.gen.md", ["---", "model: demo-text", "---", "x"]);
  const { status, output } = await run(service.url, "none.gen.md", "--reporter", "junit");
  expect([status, output]).toEqual([1, expect.stringContaining('<testsuites tests="0"')]);
});

test.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["SIGINT", 130],
] as const)("%s reports what is known, and leaves no temporary folder", async (signal, code) => {
  await write("slow.gen.md", ["---", "model: demo-text", "tests: [ { assert: [ { contains: a } ] } ]", "---", "x"]);
  const posted = vi.fn();
  const silent = createServer(posted);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => silent.closeAllConnections());
  onTestFinished(() => void silent.close());
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const temporary = path.join(folder, "temporary");
  await mkdir(temporary);
  const child = spawn(process.execPath, [mainProgram, "prompt", "test", "slow.gen.md", "--reporter", "json", "--base-url", url], {
    cwd: folder,
    env: { ...process.env, GENERATION_STUDIO_API_KEY: "key", NO_PROXY: "127.0.0.1", TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  const output = text(child.stdout);
  // Closed standard error must not end the run.
  child.stderr.destroy();
  await expect.poll(() => posted.mock.calls.length).toBeGreaterThan(0);
  child.kill(signal);
  expect(await closed).toBe(code);
  expect(JSON.parse(await output)).toMatchObject({ notRun: 1, results: [{ case: "Case 1", state: "notRun" }] });
  expect((await readdir(temporary)).filter((name) => name.startsWith("generation-studio-prompt-"))).toEqual([]);
});
