/** The steps of the CI workflows can run where they are run. */
import { constants } from "node:fs";
import { access, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";

/** What runs on a machine of its own. */
const section = "jobs";

const workflowSchema = z.object({
  [section]: z.record(
    z.string(),
    z.object({
      "runs-on": z.string(),
      strategy: z.object({ matrix: z.object({ os: z.array(z.string()) }) }).optional(),
      steps: z.array(z.union([z.object({ run: z.string() }), z.object({ uses: z.string().regex(/^actions\/[a-z-]+@v\d+$/) })])),
    }),
  ),
});
const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

const folder = path.join(repositoryFolder, ".github/workflows");
const runs = (
  await Promise.all(
    (
      await readdir(folder)
    ).map(async (file) => {
      const workflow = workflowSchema.parse(parse(await readFile(path.join(folder, file), "utf8")));
      return Object.entries(workflow[section]).map(([name, described]) => {
        const systems = described.strategy?.matrix.os ?? [described["runs-on"]];
        return {
          name: `${file}: ${name}`,
          systems,
          commands: described.steps.flatMap((step) => ("run" in step ? step.run.split("\n") : [])),
        };
      });
    }),
  )
).flat();
const { scripts } = manifestSchema.parse(JSON.parse(await readFile(path.join(repositoryFolder, "package.json"), "utf8")));

/** The script that a command of npm runs. */
function scriptOf(command: string): string | undefined {
  const [, named, short] = /^npm (?:run(?: --silent)? ([\w:-]+)|(test|start)\b)/.exec(command) ?? [];
  return named ?? short;
}

test("the tests run on Linux, Windows and macOS", () => {
  const systems = runs.filter(({ name }) => name.startsWith("ci.yml")).flatMap((run) => run.systems);
  expect(systems.toSorted()).toEqual(["macos-latest", "ubuntu-latest", "windows-latest"]);
});

test.each(runs)("the commands of $name exist", async ({ systems, commands }) => {
  for (const command of commands) {
    const script = scriptOf(command);
    if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
    if (command.startsWith(".")) await access(path.join(repositoryFolder, command), constants.X_OK);
    // Other commands may need a shell that Windows does not have, and so may the scripts that npm runs with cmd.exe.
    const isPortable = /^npm (?:ci|pack|test|run [\w:-]+)$/.test(command) && !/\$|'|;|^\w+=|\.sh\b/.test(scripts[script ?? ""] ?? "");
    if (systems.some((system) => system.startsWith("windows"))) expect([command, isPortable]).toEqual([command, true]);
  }
});
