/** A suite in; its output shown, and what it came to, out. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { startGroup } from "../processGroup.ts";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";
import { judge, type Outcome, readReport } from "./outcome.ts";
import type { Suite } from "./suites.ts";

/** Milliseconds after which a suite is ended and has failed. */
const limit = 15 * 60_000;

/** `folder` takes the report. Never rejects: what goes wrong is a failure of the suite. */
export async function runSuite(suite: Suite, folder: string): Promise<Outcome> {
  const report = path.join(folder, `${suite.name.replaceAll(/\W+/g, "-")}.json`);
  const command = suite.command.map((word) => word.replace("REPORT", report));
  const group = await startGroup(process.execPath, command, { cwd: repositoryFolder, stdio: "inherit" });
  const timer = setTimeout(() => {
    console.error(`${suite.name}: ended, since it took longer than ${limit / 60_000} minutes.`);
    void group.end();
  }, limit);
  const exitCode = await group.exited;
  clearTimeout(timer);
  await group.end();
  if (suite.report === undefined) return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 };
  return judge(exitCode, await read(suite.report, report));
}

async function read(sort: "vitest" | "host", file: string): Promise<Outcome | undefined> {
  try {
    return readReport(sort, await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
