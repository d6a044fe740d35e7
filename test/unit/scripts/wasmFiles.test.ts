/** WebAssembly of packages is read from files beside the bundle, and works as before. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as esbuild from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { wasmFiles } from "../../../scripts/wasmFiles.ts";

test("modules in base64 become files that the bundle reads, except those of unused code", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-wasm-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const contents = `import { createMp3Encoder } from "wasm-media-encoders";
    import h264 from "h264-mp4-encoder";
    const encoder = await createMp3Encoder();
    encoder.configure({ channels: 1, sampleRate: 44100, bitrate: 64 });
    const video = await h264.createH264MP4Encoder();
    console.log(JSON.stringify([encoder.encode([new Float32Array(44100)]).length > 1000, typeof video.addFrameRgba]));
    process.exit();`;
  const outfile = path.join(folder, "program.mjs");
  await esbuild.build({
    stdin: { contents, resolveDir: import.meta.dirname, sourcefile: "program.mjs" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
    mainFields: ["module", "main"],
    banner: {
      js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url); const __dirname = import.meta.dirname;',
    },
    plugins: [wasmFiles(folder)],
  });
  expect(await readFile(outfile, "utf8")).not.toContain("AGFzbQ");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".wasm")).map((name) => name.replace(/-[0-9a-f]{8}/, ""));
  expect(names.toSorted()).toEqual(["h264-mp4-encoder.wasm", "wasm-media-encoders.wasm"]);
  const { stdout } = await promisify(execFile)(process.execPath, [outfile]);
  expect(JSON.parse(stdout)).toEqual([true, "function"]);
});
