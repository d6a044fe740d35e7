/** Packages that only the command line needs are not in the extension's service. */
import { join } from "node:path";
import * as esbuild from "esbuild";
import { expect, test } from "vitest";
import { repository } from "../../repository/repositoryFiles.ts";

test("the bundle of the built-in service contains neither metrics, traces nor the shared database", async () => {
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
  const packages = new Set(Object.keys(metafile.inputs).flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []));
  expect(packages).toContain("hono");
  expect([...packages].filter((name) => /^(?:prom-client|@opentelemetry\/|pg$|pg-)/.test(name))).toEqual([]);
});
