/** Writes WebAssembly that packages contain as base64 to separate files, which an archive compresses to three quarters of the size. */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "esbuild";

/** The bundle's metafile still lists the files of these packages, so the third-party notices include them. */
const packages = /[/\\]node_modules[/\\](h264-mp4-encoder|undici|wasm-media-encoders)[/\\].*\.m?js$/;
/**
 * A string literal with a base64-encoded module, which starts with `\0asm`, or with its data URI. The literal of the Ogg encoder is
 * excluded: nothing uses that encoder, so esbuild removes both.
 */
const literal = /(?<!"audio\/ogg",)(["'])((?:data:[\w/-]+;base64,)?)(AGFzbQ[A-Za-z0-9+/]{4000,}={0,2})\1/g;

/**
 * For bundles whose chunks are in `folder`, and whose banner defines `__dirname`. The packages must be imported dynamically, so that they
 * are in a chunk.
 */
export function wasmFiles(folder: string): Plugin {
  return {
    name: "wasm-files",
    setup({ onLoad }) {
      onLoad({ filter: packages }, async ({ path: file }) => {
        const text = await readFile(file, "utf8");
        if (!text.includes("AGFzbQ")) return undefined;
        const contents = text.replace(literal, (_, quote: string, head: string, base64: string) => {
          const bytes = Buffer.from(base64, "base64");
          const name = `${packages.exec(file)?.[1]}-${createHash("sha256").update(bytes).digest("hex").slice(0, 8)}.wasm`;
          mkdirSync(folder, { recursive: true });
          writeFileSync(path.join(folder, name), bytes);
          const read = `require("node:fs").readFileSync(require("node:path").join(__dirname, "${name}"), "base64")`;
          return `(${quote}${head}${quote} + ${read})`;
        });
        return { contents, loader: "js" };
      });
    },
  };
}
