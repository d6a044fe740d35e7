/** Packages that tests install on demand. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { InstallError } from "../../../scripts/npmInstall.ts";
import { installPackage, installTogether } from "../../../scripts/testing/installPackage.ts";

let folder: string;
let calls: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-packages-"));
  calls = path.join(folder, "calls");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Replaces npm: records its arguments, creates a file in the folder and exits with the code. */
async function useNpm(exitCode: number): Promise<void> {
  const npm = path.join(folder, "npm.js");
  await writeFile(
    npm,
    `const fs = require("node:fs");
     fs.appendFileSync(${JSON.stringify(calls)}, process.argv.slice(2).join(" ") + "\\n");
     fs.writeFileSync("installed", "");
     process.exit(${exitCode});\n`,
  );
  vi.stubEnv("npm_execpath", npm);
}

test("a package is installed once, in its version and without scripts, for any number of callers", async () => {
  await useNpm(0);
  const cache = path.join(folder, "cache");
  const found = await Promise.all([1, 2, 3].map(() => installPackage("@some/thing", "1.2.3", cache)));
  expect(new Set(found)).toEqual(new Set([path.join(cache, "@some+thing-1.2.3")]));
  expect(await readdir(found[0] ?? "")).toContain("installed");
  const lines = (await readFile(calls, "utf8")).trim().split("\n");
  expect(lines).toEqual([expect.stringMatching(/^install .*--ignore-scripts.* @some\/thing@1\.2\.3$/)]);
});

test("many packages are installed at once, and again when a version changes", async () => {
  await useNpm(0);
  const cache = path.join(folder, "cache");
  const found = await installTogether({ "@some/thing": "1.2.3", other: "2.0.0" }, cache);
  expect(await installTogether({ "@some/thing": "1.2.3", other: "2.0.0" }, cache)).toBe(found);
  expect(await readFile(path.join(found, "@some+thing.mjs"), "utf8")).toBe('export * from "@some/thing";\n');
  expect(await installTogether({ "@some/thing": "1.2.4", other: "2.0.0" }, cache)).not.toBe(found);
  const lines = (await readFile(calls, "utf8")).trim().split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^install .*--ignore-scripts.* @some\/thing@1\.2\.3 other@2\.0\.0$/),
    expect.stringMatching(/ @some\/thing@1\.2\.4 other@2\.0\.0$/),
  ]);
});

test("dependencies that are not used are replaced by an empty package", async () => {
  await useNpm(0);
  const found = await installPackage("thing", "1.0.0", path.join(folder, "cache"), [], ["big", "@other/one"]);
  const { overrides } = JSON.parse(await readFile(path.join(found, "package.json"), "utf8"));
  expect(overrides).toEqual({ thing: { big: "file:./nothing", "@other/one": "file:./nothing" } });
  expect(await readdir(path.join(found, "nothing"))).toEqual(["package.json"]);
});

test("a package whose installation failed is absent, and installed for the next caller", async () => {
  const cache = path.join(folder, "cache");
  await useNpm(1);
  await expect(installPackage("thing", "1.0.0", cache)).rejects.toBeInstanceOf(InstallError);
  expect(await readdir(cache)).not.toContain("thing-1.0.0");
  await useNpm(0);
  expect(await readdir(await installPackage("thing", "1.0.0", cache))).toContain("installed");
});
