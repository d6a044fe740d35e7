/** The models of the local engine: files of the configuration, and those in the folder of downloaded ones. */
import { open, readdir } from "node:fs/promises";
import path from "node:path";
import { modelName } from "../../contract/modelFile.ts";
import { DownloadError } from "./downloadError.ts";
import { type GgufFacts, readGguf } from "./readGguf.ts";

export interface LocalModel {
  id: string;
  file: string;
  facts: GgufFacts;
  /** Unix seconds. */
  changed: number;
}

/** Bytes at the beginning of a file that are read: what comes before the vocabulary. */
export const headSize = 256 * 1024;

/** undefined: there is no such file, or it cannot be read. */
export async function readHead(file: string): Promise<{ head: Uint8Array; size: number; changed: number } | undefined> {
  const handle = await open(file).catch(() => undefined);
  try {
    if (handle === undefined) return undefined;
    const { bytesRead, buffer } = await handle.read(new Uint8Array(headSize), 0, headSize, 0);
    const { mtimeMs, size } = await handle.stat();
    return { head: buffer.subarray(0, bytesRead), size, changed: Math.floor(mtimeMs / 1000) };
  } catch {
    return undefined;
  } finally {
    await handle?.close();
  }
}

/** undefined: there is no such file, or it is no GGUF. */
export async function readLocalModel(id: string, file: string): Promise<LocalModel | undefined> {
  const read = await readHead(file);
  const facts = read && readGguf(read.head);
  return facts && { id, file, facts, changed: read.changed };
}

/** The complete files of a folder, which may not exist. */
export async function listLocalModels(folder: string): Promise<LocalModel[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".gguf")).toSorted();
  const models = await Promise.all(files.map((name) => readLocalModel(modelName(name), path.join(folder, name))));
  return models.flatMap((model) => model ?? []);
}

/** Throws a DownloadError for a part of a model in several files, such as `…-00001-of-00003.gguf`, which cannot be used alone. */
export function requireOneFile(model: string): void {
  if (/-\d{5}-of-\d{5}\.gguf$/i.test(model))
    throw new DownloadError("refused", "This is one part of a model in several files. Choose a model in one file.");
}
