/** The form of the scripts in `findings/`. They are not run here, because they install packages. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "./repositoryFiles.ts";

const names = globSync("findings/*.sh", { cwd: repository }).toSorted();
const packagesOrPrograms = /\b(?:npm|npx|apt-get|pip)\b/;

test("there are findings, and each is in the table of what users need", () => {
  const table = readFileSync(path.join(repository, "docs/other-programs.md"), "utf8");
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !table.includes(`\`${path.basename(name, ".sh")}\``))).toEqual([]);
});

describe.each(names)("%s", (name) => {
  const text = readFileSync(path.join(repository, name), "utf8");

  test("says what was asked, guessed and seen, with a date, and what users get from it", () => {
    const comment = text.split("\n").filter((line) => line.startsWith("# "));
    for (const part of ["# Question: ", "# Guess: ", "# Seen: ", "# For users: "])
      expect(comment.filter((line) => line.startsWith(part))).toHaveLength(1);
    expect(comment.join("\n")).toMatch(/\b20\d\d-\d\d-\d\d\b/);
  });

  test("is strict, and removes its temporary folder", () => {
    expect(text).toMatch(/^#!\/usr\/bin\/env bash\n/);
    expect(text).toMatch(/^set -euo pipefail$/m);
    expect(text).toMatch(/^folder=\$\(mktemp -d\)\ntrap '.*rm -rf "\$folder".*' EXIT$/m);
    expect(text).toMatch(/^echo "seen: /m);
  });

  test("pins what it installs, and uses nothing of this product", () => {
    for (const line of text.split("\n").filter((it) => /npm (?:install|i|exec)\b|\bnpx\b/.test(it) && !it.startsWith("#")))
      expect(line).toMatch(/@\d+\.\d+|\$\{?version/);
    if (packagesOrPrograms.test(text)) expect(text).toMatch(/\d+\.\d+/);
    expect(text).not.toMatch(/generation-studio|\.\.\/(?:src|dist|test|shared)|import\.meta\.dirname\}\/\.\./);
  });
});
