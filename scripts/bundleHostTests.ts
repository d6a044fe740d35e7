/** Bundles test files into one module whose `run` the extension host calls. */
import path from "node:path";
import * as esbuild from "esbuild";
import { repositoryFolder } from "./vscodeHost/serverLocation.ts";

/** npm packages are not bundled but resolved from `outputFile`, which must be beside a `node_modules`. */
export async function bundleHostTests(files: readonly string[], outputFile: string): Promise<void> {
  const modules = files.map((file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./${file.replaceAll(path.sep, "/")}`)}),`);
  await esbuild.build({
    stdin: {
      contents: `import { runHostTests } from "./test/host/runner.ts";\nexport const run = () => runHostTests({\n${modules.join("\n")}\n});\n`,
      resolveDir: repositoryFolder,
      sourcefile: "hostTests.ts",
      loader: "ts",
    },
    outfile: outputFile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2023",
    packages: "external",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "warning",
  });
}
