/** What is added to a table of facts does not compile until every place that needs a decision has one, and those places are few. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { repository } from "../../repository/repositoryFiles.ts";

type Edit = [file: string, from: string | RegExp, to: string];

/** The files in which the compiler asks for something, below `src`. */
const additions: [added: string, edits: Edit[], incomplete: string[]][] = [
  [
    "a kind",
    [
      ["contract/kind.ts", '"audio", "video"] as const;\nexport type Kind', '"audio", "video", "music"] as const;\nexport type Kind'],
      [
        "contract/kind.ts",
        '"audio", "video"] as const;\nexport type MediaKind',
        '"audio", "video", "music"] as const;\nexport type MediaKind',
      ],
    ],
    // Files that use the types of these may fail for the same reason.
    expect.arrayContaining([
      "contract/kind.ts",
      "contract/media.ts",
      "editor/generate/commands.ts",
      "editor/generate/text/askImprovement.ts",
      "editor/showing/kindTexts.ts",
      "library/libraryTexts.ts",
      "mcp/tools/generate.ts",
      "providers/checkRequest.ts",
      "providers/generateMedia.ts",
      "service/read/mediaReaders.ts",
    ]),
  ],
  [
    "a field, an engine and an assertion",
    [
      [
        "contract/media.ts",
        '    ...addedValueSchemas("image"),',
        '    tiling: z.optional(z.string()),\n    ...addedValueSchemas("image"),',
      ],
      [
        "contract/addedFields.ts",
        "  steps: numeric",
        '  clip_skip: numeric("integer", images, "Layers that are left out."),\n  steps: numeric',
      ],
      ["contract/configuration.ts", '"comfyui", "openrouter"]', '"comfyui", "openrouter", "another"]'],
      ["providers/engines/descriptions/localai.ts", /^ {2}stores: .*\n/m, ""],
      ["prompt/assertions/types/bytes.ts", /^ {2}findFault.*\n/m, ""],
    ],
    [
      "contract/acceptedValues.ts",
      "editor/showing/fieldTitle.ts",
      "prompt/assertions/types/bytes.ts",
      "providers/dialects/addedFields.ts",
      "providers/engines/descriptions/localai.ts",
      "providers/engines/engineTable.ts",
      "service/read/mediaReaders.ts",
    ],
  ],
];

test.each(additions)("%s does not compile until it is complete", async (_, edits, incomplete) => {
  const folder = await mkdtemp(path.join(tmpdir(), "incomplete-facts-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = path.join(repository, "src");
  const webview = path.join(source, "webview");
  await cp(source, path.join(folder, "src"), { recursive: true, filter: (file) => file !== webview });
  await symlink(path.join(repository, "node_modules"), path.join(folder, "node_modules"));
  const compilerOptions = { composite: false, noEmit: true, emitDeclarationOnly: false, types: ["node", "vscode"] };
  const project = { extends: path.join(repository, "tsconfig.base.json"), compilerOptions, include: ["src"] };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(project));
  for (const [name, from, to] of edits) {
    const file = path.join(folder, "src", name);
    const text = await readFile(file, "utf8");
    expect(text.replace(from, to), name).not.toBe(text);
    await writeFile(file, text.replace(from, to));
  }
  expect(await findIncomplete(folder)).toEqual(incomplete);
});

/** The files with an error, below `src`. */
function findIncomplete(folder: string): Promise<string[]> {
  return new Promise((resolve) => {
    const compiler = path.join(repository, "node_modules", "typescript", "bin", "tsc");
    // Several threads would each check the types that they share.
    execFile(
      process.execPath,
      [compiler, "-p", folder, "--pretty", "false", "--singleThreaded"],
      { cwd: folder, maxBuffer: 2 ** 26 },
      (_, output) => {
        resolve([...new Set([...output.matchAll(/^src\/(.+?)\(\d+,\d+\): error /gm)].map(([, name = ""]) => name))].toSorted());
      },
    );
  });
}
