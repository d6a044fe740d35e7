import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";

/** Writes a file as a whole: a reader sees the earlier text or this one. Makes its folder. @throws the file system's error */
export async function replaceFile(file: string, text: string): Promise<void> {
  const partial = `${file}.${randomUUID()}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(partial, text);
  await rename(partial, file);
}
