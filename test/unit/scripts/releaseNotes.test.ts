/** The notes of a release are the newest section of the changelog. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { releaseNotes } from "../../../scripts/packaging/releaseNotes.ts";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";

const changelog = "# Changelog\n\n## 0.2.0\n\n### Chat\n\n- Faster.\n\n## 0.1.0\n\n- First.\n";

test("the newest section is returned with its own headings", () => {
  expect(releaseNotes(changelog, "0.2.0")).toBe("### Chat\n\n- Faster.");
  expect(releaseNotes(changelog.replaceAll("\n", "\r\n"), "0.2.0")).toBe("### Chat\n\n- Faster.");
});

test("the only section ends with the file", () => {
  expect(releaseNotes("# Changelog\n\n## 1.0.0\n\n- All.", "1.0.0")).toBe("- All.");
});

test.each([
  ["0.1.0", changelog],
  ["0.3.0", changelog],
  ["0.2.0", "# Changelog\n"],
  ["0.2.0", "# Changelog\n\n## 0.2.0\n\n## 0.1.0\n\n- First.\n"],
])("%s is refused if its section is not the newest, or empty", (version, text) => {
  expect(() => releaseNotes(text, version)).toThrow("CHANGELOG.md");
});

test("the changelog has notes for the current version", () => {
  const read = (name: string) => readFileSync(path.join(repositoryFolder, name), "utf8");
  expect(releaseNotes(read("CHANGELOG.md"), JSON.parse(read("package.json")).version)).not.toBe("");
});
