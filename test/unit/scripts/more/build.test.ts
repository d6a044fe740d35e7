/** What the build reports when it fails. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repositoryFolder } from "../../../../scripts/vscodeHost/serverLocation.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-build-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Builds the command line into the folder. Returns the exit code and what was written to stderr. */
function failToBuild(...options: string[]): Promise<{ code: unknown; stderr: string }> {
  const build = ["esbuild.mjs", "--command-line", "--output", folder, ...options];
  return new Promise((resolve) => {
    execFile(process.execPath, build, { cwd: repositoryFolder }, (error, _, stderr) => resolve({ code: error?.code, stderr }));
  });
}

test("a file that cannot be written after esbuild has succeeded is reported", async () => {
  await mkdir(path.join(folder, "commandLine.meta.json"));
  const { code, stderr } = await failToBuild("--production");
  expect(code).toBe(1);
  expect(stderr).toMatch(/EISDIR.*commandLine\.meta\.json/);
});

test("an error that esbuild reports is not repeated", async () => {
  await mkdir(path.join(folder, "main.js"));
  const { code, stderr } = await failToBuild();
  expect(code).toBe(1);
  expect(stderr.match(/Failed to write/g)).toHaveLength(1);
});
