/** Reads the files that a prompt document names from the disk. */
import { readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { mediaTypeOf } from "../contract/fileFormats.ts";
import { describeCsv } from "../prompt/assist/describeCsv.ts";
import type { FileFact } from "../prompt/facts.ts";
import { findNamedFiles, isRemote, type NamedFile } from "../prompt/parse/documentFiles.ts";
import type { PromptDocument } from "../prompt/parse/promptDocument.ts";
import { decodeText } from "../prompt/parse/textEncoding.ts";

/** Facts about every local file that a document names, by the path as written. */
export async function gatherFiles(file: string, document: PromptDocument): Promise<Record<string, FileFact>> {
  const named = findNamedFiles(document).filter((one) => !isRemote(one.address));
  const facts = await Promise.all(named.map(async (one) => [one.address, await look(resolveFrom(file, one.address), one.use)] as const));
  return Object.fromEntries(facts);
}

async function look(file: string, use: NamedFile["use"]): Promise<FileFact> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return { exists: false };
    const fact: FileFact = { exists: true, size: found.size };
    return use === "tests" || use === "batch" ? { ...fact, ...describeCsv(decodeText(await readFile(file), TextDecoder), use) } : fact;
  } catch {
    return { exists: false };
  }
}

export function resolveFrom(file: string, address: string): string {
  return path.resolve(path.dirname(file), address);
}

/** Throws the file system's errors. */
export async function readDataUri(file: string, address: string): Promise<string> {
  const bytes = await readFile(resolveFrom(file, address));
  return `data:${mediaTypeOf(address)};base64,${bytes.toString("base64")}`;
}

/** The addresses that are outside all of the folders, after following links. */
export async function findOutside(file: string, addresses: readonly string[], folders: readonly string[]): Promise<string[]> {
  const roots = await Promise.all(folders.map(followLinks));
  const checked = await Promise.all(
    addresses.map(async (address) => {
      const real = await followLinks(resolveFrom(file, address));
      const isInside = roots.some((root) => real.startsWith(root.endsWith(path.sep) ? root : root + path.sep));
      return isInside ? [] : [address];
    }),
  );
  return checked.flat();
}

/** A missing file keeps its own path. */
const followLinks = (file: string) => realpath(file).catch(() => file);
