/** A file's bytes and a folder in; the file below the folder out. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReceivedFile } from "./serviceClient.ts";

export async function writeReceivedFile(
  folder: string,
  content: Uint8Array,
  mediaType: string | undefined,
  name: string | undefined,
): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomUUID()}.part`);
  await writeFile(path, content);
  return { path, size: content.length, sha256: createHash("sha256").update(content).digest("hex"), mediaType, name };
}
