/** Reads files of the local disk that are to be sent, by the rule of `judge`. */
import { type FileHandle, open, stat } from "node:fs/promises";
import path from "node:path";
import { containingFolder, followLinks } from "./insideFolders.ts";
import { type Judged, judge, type Location } from "./judge.ts";

export interface ReadOptions {
  /** The folders whose files may be sent. */
  folders: readonly string[];
  /** Bytes; a larger file is missing. */
  most: number;
  isChosen?: boolean;
}

/** Where a file is, with all links followed in it and in the folders. */
export async function locate(file: string, folders: readonly string[]): Promise<Location & { file: string }> {
  const whole = path.resolve(file);
  const [real, roots] = await Promise.all([followLinks(whole), Promise.all(folders.map((folder) => followLinks(folder)))]);
  const written = folders.map((folder) => path.resolve(folder));
  const [namedIn, realIn] = [containingFolder(written, whole) ?? containingFolder(roots, whole), containingFolder(roots, real)];
  const relative = (folder: string | undefined, inside: string) =>
    (folder === undefined ? inside : path.relative(folder, inside)).split(path.sep).join("/");
  return {
    file: real,
    named: relative(namedIn, whole),
    real: relative(realIn, real),
    isNamedInside: namedIn !== undefined,
    isInside: realIn !== undefined,
  };
}

/** Never throws: what cannot be read is missing. A folder, a pipe or a device is no file. */
export async function readToSend(file: string, { folders, most, isChosen = false }: ReadOptions): Promise<Judged<Buffer>> {
  const location = await locate(file, folders);
  // The path after all links is opened, so that what is judged is what is read.
  const bytes = await readSmall(location.file, most).catch(() => undefined);
  return bytes === undefined ? { type: "missing" } : judge(bytes, bytes, location, { isChosen });
}

/** undefined: it has more than `most` bytes, or is no file. @throws the file system's error. */
export async function readSmall(file: string, most: number): Promise<Buffer | undefined> {
  // Opening a pipe would wait for who writes into it.
  if (!(await stat(file)).isFile()) return undefined;
  const handle = await open(file, "r");
  try {
    const facts = await handle.stat();
    return facts.isFile() && facts.size <= most ? await readBytes(handle, facts.size) : undefined;
  } finally {
    await handle.close();
  }
}

/** As many bytes as the file states: those of `/proc` state none, whatever they have, and may have no end. */
async function readBytes(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let length = 0;
  for (let read = -1; read !== 0 && length < size; length += read)
    read = (await handle.read(bytes, length, size - length, length)).bytesRead;
  return bytes.subarray(0, length);
}
