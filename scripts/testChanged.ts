/** Runs the tests that are affected by the changes since a commit: `npm run test:changed -- [COMMIT] [--list]`, by default since the last commit. */
import { execFileSync, spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { affectedTests } from "./testing/affectedTests.ts";
import { readImporters } from "./testing/importGraph.ts";
import { repositoryFolder } from "./vscodeHost/serverLocation.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: "boolean", default: false } } });
const { list } = values;

const git = (...words: string[]) => execFileSync("git", words, { cwd: repositoryFolder, encoding: "utf8" }).split("\n").filter(Boolean);
const changed = [
  ...git("diff", "--name-only", "--relative", positionals[0] ?? "HEAD"),
  ...git("ls-files", "--others", "--exclude-standard"),
];

const tests = globSync("test/{unit,service,panel,ui,host}/**/*.test.ts", { cwd: repositoryFolder }).map((file) =>
  file.replaceAll(path.sep, "/"),
);
const { vitest, host } = affectedTests(changed, tests, await readImporters(tests));

console.log(`${changed.length} changed files affect ${vitest.length + host.length} of ${tests.length} test files.`);
if (list) console.log([...vitest, ...host].join("\n"));
else {
  const run = (...command: string[]) => spawnSync(process.execPath, command, { cwd: repositoryFolder, stdio: "inherit" }).status === 0;
  const ran = [
    vitest.length === 0 || run("node_modules/vitest/vitest.mjs", "run", ...vitest),
    host.length === 0 || run("scripts/testHost.ts", ...host),
  ];
  process.exitCode = ran.every(Boolean) ? 0 : 1;
}
