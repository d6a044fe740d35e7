/** Bundles that import shared packages run from any folder below the package.json that names them. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { sharedBuilds, sharedImports, sharedPackages } from "../../../scripts/sharedPackages.ts";

const options = {
  bundle: true,
  format: "esm",
  platform: "node",
  logLevel: "silent",
  banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
} as const;

test("bundles leave shared packages out, and use the one copy of each", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-shared-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module", imports: sharedImports }));
  await mkdir(path.join(folder, "deep"));
  const contents = `import OpusScript from "opusscript";
    import { Agent } from "undici";
    import { parse } from "yaml";
    const lazy = await import("undici");
    console.log(JSON.stringify([parse("a: 1"), lazy.Agent === Agent, OpusScript.Application.VOIP]));`;
  const outfile = path.join(folder, "deep", "program.js");
  const stdin = { contents, resolveDir: import.meta.dirname };
  const { metafile } = await esbuild.build({ ...options, stdin, outfile, plugins: [sharedPackages], metafile: true });
  expect(Object.keys(metafile.inputs)).toEqual(["<stdin>"]);
  for (const build of Object.values(sharedBuilds(options, folder))) await esbuild.build(build);
  const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
  expect(JSON.parse(stdout)).toEqual([{ a: 1 }, true, 2048]);
});
