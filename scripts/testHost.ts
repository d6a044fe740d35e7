/**
 * Runs the tests of `test/host` inside a real extension host, or with `--folder more` or `--folder long` those of a folder in it. Other
 * options: `--grep TEXT`, `--report FILE`, and parts of file names, which choose from all.
 */
import { globSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runTests, TestRunFailedError } from "@vscode/test-electron";
import { bundleHostTests } from "./bundleHostTests.ts";
import { stageExtension } from "./stageExtension.ts";
import { canRunDesktop } from "./vscodeHost/canRunDesktop.ts";
import { installServer } from "./vscodeHost/installServer.ts";
import { linkExtensions } from "./vscodeHost/profile.ts";
import { repositoryFolder } from "./vscodeHost/serverLocation.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: "string" }, folder: { type: "string", default: "." }, report: { type: "string" } },
});

process.exitCode = await main().catch((error: Error) => {
  if (!(error instanceof TestRunFailedError)) console.error(error.message);
  return 1;
});

async function main(): Promise<number> {
  const folders = positionals.length > 0 ? "**" : values.folder;
  const found = globSync(`test/host/${folders}/*.test.ts`, { cwd: repositoryFolder });
  const files = found.filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part))).toSorted();
  if (files.length === 0) throw new Error(`No file of test/host matches ${positionals.join(", ")}.`);
  const desktop = await canRunDesktop();
  if (!desktop) await installServer();
  const extension = await stageExtension();
  const temporary = await realpath(await mkdtemp(path.join(tmpdir(), "generation-studio-host-")));
  try {
    const testsModule = path.join(extension.folder, "dist", "test", "host.mjs");
    await bundleHostTests(files, testsModule);
    const workspace = path.join(temporary, "workspace");
    await mkdir(workspace);
    const extensionsFolder = path.join(temporary, "profile", "extensions");
    await mkdir(extensionsFolder, { recursive: true });
    await linkExtensions({ extensionsFolder }, path.join(repositoryFolder, "test", "host", "speechExtension"));
    return await runTests({
      ...(desktop ? {} : { vscodeExecutablePath: path.join(import.meta.dirname, "vscodeLauncher.ts") }),
      extensionDevelopmentPath: extension.folder,
      extensionTestsPath: testsModule,
      launchArgs: [
        workspace,
        `--user-data-dir=${path.join(temporary, "profile")}`,
        `--extensions-dir=${extensionsFolder}`,
        "--enable-proposed-api=generation-studio-tests.speech-test",
      ],
      extensionTestsEnv: {
        HOST_TEST_GREP: values.grep,
        HOST_TEST_NODE: process.execPath,
        HOST_TEST_REPOSITORY: repositoryFolder,
        HOST_TEST_REPORT: values.report === undefined ? undefined : path.resolve(values.report),
      },
    });
  } finally {
    await extension.remove();
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
}
