/** Joins what the extension loads at start-up into `extension.js`. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

/**
 * esbuild puts every module that start-up shares with a lazy feature into a separate chunk. Each of these files, and each import of one of
 * Node's built-in modules, costs the extension host a lookup through VS Code's loader in another thread. Therefore the files are joined,
 * and built-in modules are read with `process.getBuiltinModule`. The chunks are kept, and re-export what the joined file exports. Chunks
 * that other programs load too are not changed, because these programs cannot import `vscode`: start-up has a copy of their contents.
 * @param metafile of the build that has `extension.js` among its entry points
 * @param options of that build
 * @param banner of every file of that build
 */
export async function joinStartup({ outputs }: esbuild.Metafile, options: esbuild.BuildOptions, banner: string): Promise<void> {
  const { entry, joined } = findStartup(outputs);
  const folder = path.dirname(entry);
  const chunks = joined.map((file, index) => ({
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
    outfile: entry,
    allowOverwrite: true,
    external: ["vscode"],
    metafile: false,
    plugins: [
      { name: "lazy chunks", setup: (build) => keepLazyChunks(build, path.resolve(folder), banner) },
      { name: "built-in modules", setup: takeBuiltInModules },
    ],
  });
  for (const { file, names } of chunks) {
    const specifiers = names.map(({ name, joined }) => `${joined} as ${name}`);
    writeFileSync(file, `export { ${specifiers.join(", ")} } from ${JSON.stringify(`../${path.basename(entry)}`)};\n`);
  }
}

interface Startup {
  /** `extension.js` */
  entry: string;
  /** Chunks that only the extension loads. */
  joined: string[];
  /** Chunks that other programs load too. */
  copied: string[];
}

/** `extension.js` and the chunks that it imports statically. @internal */
export function findStartup(outputs: esbuild.Metafile["outputs"]): Startup {
  const entries = Object.keys(outputs).filter((file) => outputs[file]?.entryPoint !== undefined && !isChunk(file));
  const entry = entries.find((file) => path.basename(file) === "extension.js");
  if (entry === undefined) throw new Error("The build has no extension.js.");
  const others = entries
    .filter((file) => file !== entry)
    .map((file) => collectChunks(outputs, file, ["import-statement", "dynamic-import"]));
  const isCopied = (file: string) => others.some((chunks) => chunks.has(file));
  const startup = [...collectChunks(outputs, entry, ["import-statement"])];
  return { entry, joined: startup.filter((file) => !isCopied(file)), copied: startup.filter(isCopied) };
}

const isChunk = (file: string) => path.basename(path.dirname(file)) === "chunks";

/** The chunks that a file imports with these kinds of import, directly or indirectly. */
function collectChunks(outputs: esbuild.Metafile["outputs"], entry: string, kinds: readonly string[]): Set<string> {
  const found = new Set<string>();
  const collect = (file: string): void => {
    for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
      if (!kinds.includes(kind) || outputs[imported] === undefined || found.has(imported)) continue;
      found.add(imported);
      collect(imported);
    }
  };
  collect(entry);
  return found;
}

/** Keeps dynamic imports, with paths relative to `folder`, and removes each file's banner, because the joined file has its own. */
function keepLazyChunks({ onResolve, onLoad }: esbuild.PluginBuild, folder: string, banner: string): void {
  onResolve({ filter: /^\.{1,2}\// }, ({ kind, path: file, resolveDir }) =>
    kind === "dynamic-import" ? { path: `./${path.relative(folder, path.resolve(resolveDir, file))}`, external: true } : undefined,
  );
  onLoad({ filter: /\.js$/ }, ({ path: file }) => ({ contents: readFileSync(file, "utf8").replace(banner, "") }));
}

/** Replaces imports such as `node:fs` in the joined file with `process.getBuiltinModule`, which calls no loader. */
function takeBuiltInModules({ onResolve, onLoad }: esbuild.PluginBuild): void {
  const namespace = "built-in";
  onResolve({ filter: /^node:/ }, ({ path: name }) => ({ path: name, namespace }));
  onLoad({ filter: /.*/, namespace }, ({ path: name }) => ({
    contents: `module.exports = process.getBuiltinModule(${JSON.stringify(name)});`,
  }));
}
