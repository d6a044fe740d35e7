/** Builds packages once that the extension, the service and the server for agents load: each is a file of its own, which they import by a name of `dist/package.json`. */
import { createRequire } from "node:module";
import path from "node:path";
import type { BuildOptions, Plugin } from "esbuild";

const packages = ["opusscript", "undici", "yaml"];

/** For `imports` of the package.json beside the bundles: which file a name stands for. */
export const sharedImports = Object.fromEntries(packages.map((name) => [`#${name}`, `./chunks/${name}.js`]));

/** Leaves the packages out of a bundle. */
export const sharedPackages: Plugin = {
  name: "shared-packages",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^(?:${packages.join("|")})$`) }, ({ kind, path: name }) =>
      kind === "import-statement" || kind === "dynamic-import" ? { path: `#${name}`, external: true } : undefined,
    );
  },
};

/** One build for each package. All are CommonJS, whose exports a bundle does not name by itself; a class is the default one. */
export function sharedBuilds(options: BuildOptions, output: string): Record<string, BuildOptions> {
  const require = createRequire(import.meta.url);
  const build = (name: string): BuildOptions => {
    const all: unknown = require(name);
    const isClass = typeof all === "function";
    const exported = isClass ? "export { all as default };" : `export const { ${Object.keys(Object(all)).join(", ")} } = all;`;
    const contents = `import all from ${JSON.stringify(name)};\n${exported}\n`;
    return { ...options, stdin: { contents, resolveDir: import.meta.dirname }, outfile: path.join(output, "chunks", `${name}.js`) };
  };
  return Object.fromEntries(packages.map((name) => [name, build(name)]));
}
