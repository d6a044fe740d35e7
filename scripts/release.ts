/**
 * Makes a release: `npm run release -- VERSION` writes the version, commits it and tags the commit `vVERSION` with the notes of
 * CHANGELOG.md. Pushing the tag publishes it. `--notes` only prints the notes of the current version.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { npmCommand } from "./npmInstall.ts";
import { releaseNotes } from "./packaging/releaseNotes.ts";
import { repositoryFolder } from "./vscodeHost/serverLocation.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { notes: { type: "boolean", default: false } } });
const read = (name: string) => readFileSync(path.join(repositoryFolder, name), "utf8");
const run = (command: string, ...words: string[]) => execFileSync(command, words, { cwd: repositoryFolder, encoding: "utf8" });

try {
  if (values.notes) console.log(releaseNotes(read("CHANGELOG.md"), currentVersion()));
  else release(positionals[0] ?? "");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function currentVersion(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(read("package.json"))).version;
}

function release(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("Usage: npm run release -- VERSION, such as 0.2.0");
  const notes = releaseNotes(read("CHANGELOG.md"), version);
  if (run("git", "status", "--porcelain") !== "") throw new Error("There are changes that are not committed.");
  if (run("git", "tag", "--list", `v${version}`) !== "") throw new Error(`The tag v${version} exists.`);
  if (version !== currentVersion()) {
    const [npm, ...first] = npmCommand();
    run(npm, ...first, "version", version, "--no-git-tag-version");
    run("git", "commit", "--all", "--message", `Release ${version}`);
  }
  // The notes contain Markdown headings, which Git would remove as comments.
  run("git", "tag", "--annotate", "--cleanup=verbatim", `v${version}`, "--message", `${version}\n\n${notes}\n`);
  console.log(`Tagged v${version}. Publish it with: git push --follow-tags`);
}
