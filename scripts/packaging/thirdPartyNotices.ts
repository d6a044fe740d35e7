/** Collects the licences of every bundled npm package from esbuild's list of inputs. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.optional(z.string()) });

/** `inputs`: paths below the repository, as esbuild's metafile names them. */
export async function thirdPartyNotices(inputs: readonly string[]): Promise<string> {
  const folders = [...new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined))].toSorted();
  const notices = await Promise.all(folders.map(notice));
  return `Generation Studio contains the packages below.\n\n${notices.join("\n")}`;
}

/** `node_modules/@scope/name` of a file in it, the innermost where packages are nested. @internal */
export function packageFolder(input: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input.replaceAll("\\", "/"))?.[0];
}

async function notice(folder: string): Promise<string> {
  const absolute = path.join(repositoryFolder, folder);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(path.join(absolute, "package.json"), "utf8")));
  const licenceFile = (await readdir(absolute)).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text =
    licenceFile === undefined
      ? `License: ${manifest.license ?? "see the package"}`
      : await readFile(path.join(absolute, licenceFile), "utf8");
  return `${"-".repeat(80)}\n${manifest.name} ${manifest.version}\n\n${text.trim()}\n`;
}
