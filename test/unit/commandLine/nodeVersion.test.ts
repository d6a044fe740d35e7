/** The program states the same oldest version of Node.js everywhere. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";
import { oldestNode, runsOn } from "../../../src/commandLine/nodeVersion.ts";

const read = (name: string) => readFileSync(path.join(repositoryFolder, name), "utf8");

test.each([
  ["18.20.8", false],
  ["20.19.0", false],
  ["22.4.1", false],
  ["22.9.0", false],
  ["22.12.9", false],
  ["22.13.0", true],
  ["22.21.1", true],
  ["24.0.0", true],
  ["100.0.0", true],
])("Node %s runs it: %s", (version, expected) => {
  expect(runsOn(version)).toBe(expected);
});

test("it is stated in the manifest and in the documentation", () => {
  const { engines } = z.object({ engines: z.object({ node: z.string() }) }).parse(JSON.parse(read("package.json")));
  expect(engines.node).toBe(`>=${oldestNode}`);
  const [major, minor] = oldestNode.split(".");
  for (const name of ["README.md", "docs/agents.md", "docs/running-for-a-team.md"])
    expect(read(name)).toContain(`Node ${major}.${minor} or newer`);
});
