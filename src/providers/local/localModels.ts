/** The models of the local engine: files of the configuration, and those in the folder of downloaded ones. */
import { open, readdir } from "node:fs/promises";
import path from "node:path";
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

/** A model's name, from the name of its file or its address. */
export function modelName(file: string): string {
  return path.posix.basename(file).replace(/\.gguf$/i, "");
}

/** The same of an address, without characters that a file system reads as something else. */
export function modelNameOfAddress(address: string): string {
  const { pathname = "" } = URL.parse(address) ?? {};
  const decoded = pathname.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  return (
    modelName(decoded)
      .replace(/[^\w.+-]+/g, "-")
      .replace(/^\.+/, "") || "model"
  );
}

/** Throws a DownloadError for a part of a model in several files, such as `…-00001-of-00003.gguf`, which cannot be used alone. */
export function requireOneFile(model: string): void {
  if (/-\d{5}-of-\d{5}\.gguf$/i.test(model))
    throw new DownloadError("refused", "This is one part of a model in several files. Choose a model in one file.");
}

export function isAddress(model: string): boolean {
  return /^https?:\/\//i.test(model);
}
