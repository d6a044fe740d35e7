/** A prompt document's path in; the files that it names, read from the disk, out. */
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { findNamedFiles, isRemote } from "../../src/prompt/documentFiles.ts";
import type { FileFact } from "../../src/prompt/facts.ts";
import { mediaTypeOf } from "../../src/prompt/mediaTypes.ts";
import { parseCsv } from "../../src/prompt/parseCsv.ts";
import type { PromptDocument } from "../../src/prompt/promptDocument.ts";

/** Facts about every local file that a document names, by the path as it is written. */
export async function gatherFiles(file: string, document: PromptDocument): Promise<Record<string, FileFact>> {
  const named = findNamedFiles(document).filter((one) => !isRemote(one.address));
  const facts = await Promise.all(
    named.map(async (one) => [one.address, await look(resolveFrom(file, one.address), one.use === "batch")] as const),
  );
  return Object.fromEntries(facts);
}

async function look(file: string, isBatch: boolean): Promise<FileFact> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return { exists: false };
    if (!isBatch) return { exists: true, size: found.size };
    const table = parseCsv(await readFile(file, "utf8"));
    return { exists: true, size: found.size, columns: table.columns, rows: table.rows.length };
  } catch {
    return { exists: false };
  }
}

export function resolveFrom(file: string, address: string): string {
  return path.resolve(path.dirname(file), address);
}

/** Throws what the file system throws. */
export async function readDataUri(file: string, address: string): Promise<string> {
  const bytes = await readFile(resolveFrom(file, address));
  return `data:${mediaTypeOf(address)};base64,${bytes.toString("base64")}`;
}
