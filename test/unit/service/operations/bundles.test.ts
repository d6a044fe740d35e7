/** What is not in the extension's service, and what it does not load before it is used. */
import { join } from "node:path";
import * as esbuild from "esbuild";
import { expect, test } from "vitest";
import { repository } from "../../repository/repositoryFiles.ts";

const { metafile } = await esbuild.build({
  entryPoints: [join(repository, "src/service/serviceProcess.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  splitting: true,
  outdir: "unused",
  write: false,
  metafile: true,
  logLevel: "silent",
  external: ["*/opusscript_native_nasm.js"],
});

/** The inputs of an output and of those that it imports statically. */
function loadedWith(output: string, seen = new Set<string>()): Set<string> {
  if (seen.has(output)) return new Set();
  seen.add(output);
  const { inputs = {}, imports = [] } = metafile.outputs[output] ?? {};
  const others = imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => loadedWith(path, seen));
  return new Set([...Object.keys(inputs), ...others.flatMap((names) => [...names])]);
}

test("the bundle of the built-in service contains neither metrics, traces nor the shared database", () => {
  const packages = new Set(Object.keys(metafile.inputs).flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []));
  expect(packages).toContain("hono");
  expect([...packages].filter((name) => /^(?:prom-client|@opentelemetry\/|pg$|pg-)/.test(name))).toEqual([]);
});

test("the built-in service starts without what sends requests to providers, and without the local engine", () => {
  const started = [...loadedWith("unused/serviceProcess.js")];
  expect(started).toContain("src/service/startService.ts");
  expect(started.filter((name) => /node_modules\/(?:undici|tar)\//.test(name))).toEqual([]);
  expect(started.filter((name) => name.includes("/local/"))).toEqual(["src/providers/local/localProvider.ts"]);
});
