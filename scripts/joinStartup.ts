/** Joins what the extension loads at start-up into one file. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

/**
 * esbuild puts every module that start-up shares with a lazy feature into a chunk of its own. Each of these files costs the extension host a
 * lookup, a read and a compilation, so they are joined into `chunks/startup.js`. The files stay, and export what the joined one has.
 * @param metafile of the build whose entry point is `extension.js`
 * @param options of that build
 * @param banner of every file of that build
 */
export async function joinStartup({ outputs }: esbuild.Metafile, options: esbuild.BuildOptions, banner: string): Promise<void> {
  const entry = Object.keys(outputs).find((file) => path.basename(file) === "extension.js");
  if (entry === undefined) throw new Error("The build has no extension.js.");
  const folder = path.dirname(entry);
  const chunks = collectChunks(outputs, entry).map((file, index) => ({
    file,
    names: (outputs[file]?.exports ?? []).map((name) => ({ name, joined: `${name}_${index}` })),
  }));
  await esbuild.build({
    ...options,
    stdin: {
      contents: [
        `export * from ${JSON.stringify(`./${path.basename(entry)}`)};`,
        ...chunks.map(({ file, names }) => {
          const specifiers = names.map(({ name, joined }) => `${name} as ${joined}`);
          return `export { ${specifiers.join(", ")} } from ${JSON.stringify(`./${path.relative(folder, file)}`)};`;
        }),
      ].join("\n"),
      resolveDir: path.resolve(folder),
    },
    outfile: path.join(folder, "chunks", "startup.js"),
    external: ["vscode"],
    metafile: false,
    plugins: [{ name: "startup", setup: (build) => keepLazyChunks(build, path.resolve(folder, "chunks"), banner) }],
  });
  writeFileSync(entry, `export { activate, deactivate } from ${JSON.stringify("./chunks/startup.js")};\n`);
  for (const { file, names } of chunks) {
    const specifiers = names.map(({ name, joined }) => `${joined} as ${name}`);
    writeFileSync(file, `export { ${specifiers.join(", ")} } from ${JSON.stringify("./startup.js")};\n`);
  }
}

/** The chunks that a file imports statically, and those that they import. */
function collectChunks(outputs: esbuild.Metafile["outputs"], entry: string): string[] {
  const found = new Set<string>();
  const collect = (file: string): void => {
    for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
      if (kind !== "import-statement" || outputs[imported] === undefined || found.has(imported)) continue;
      found.add(imported);
      collect(imported);
    }
  };
  collect(entry);
  return [...found];
}

/** Leaves dynamic imports as they are, seen from `folder`, and removes the banner, which the joined file has once. */
function keepLazyChunks({ onResolve, onLoad }: esbuild.PluginBuild, folder: string, banner: string): void {
  onResolve({ filter: /^\.{1,2}\// }, ({ kind, path: file, resolveDir }) =>
    kind === "dynamic-import" ? { path: `./${path.relative(folder, path.resolve(resolveDir, file))}`, external: true } : undefined,
  );
  onLoad({ filter: /\.js$/ }, ({ path: file }) => ({ contents: readFileSync(file, "utf8").replace(banner, "") }));
}
