/** Keeps small copies of images, which the library's page has made, for the next time that it is opened. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { findFormat } from "../../contract/fileFormats.ts";
import { largestThumbnail } from "../../library/toLibraryHost.ts";
import { pruneFolder } from "../../promptTests/pruneFolder.ts";
import { log } from "../log.ts";

/** The oldest ones go first, and are made again when they are seen. */
const bounds = { age: Number.POSITIVE_INFINITY, bytes: 200 * 1024 * 1024 };

export interface ThumbnailFiles {
  readonly folder: vscode.Uri;
  /** Looks once which there are. */
  open(): Promise<void>;
  /** undefined: there is none. */
  find(sha256: string): vscode.Uri | undefined;
  keep(sha256: string, bytes: Uint8Array): Promise<void>;
}

/** `storage`: the folder of the extension, which all windows share. */
export function createThumbnailFiles(storage: vscode.Uri): ThumbnailFiles {
  const folder = vscode.Uri.joinPath(storage, "thumbnails");
  const known = new Set<string>();
  let opening: Promise<void> | undefined;

  async function list(): Promise<void> {
    for (const name of await readdir(folder.fsPath).catch(() => [])) if (isContent(name)) known.add(name);
    pruneFolder(folder.fsPath, bounds, Date.now()).catch((error: unknown) => log.error("library", error));
  }

  return {
    folder,
    open() {
      opening ??= list();
      return opening;
    },
    find: (sha256) => (known.has(sha256) ? vscode.Uri.joinPath(folder, sha256) : undefined),
    async keep(sha256, bytes) {
      const isImage = findFormat(bytes)?.mediaType.startsWith("image/") === true;
      if (!isContent(sha256) || known.has(sha256) || bytes.length > largestThumbnail || !isImage) return;
      const temporary = path.join(folder.fsPath, `${randomUUID()}.tmp`);
      await mkdir(folder.fsPath, { recursive: true, mode: 0o700 });
      try {
        await writeFile(temporary, bytes);
        await rename(temporary, path.join(folder.fsPath, sha256));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      known.add(sha256);
    },
  };
}

/** What the journal has as a content becomes the name of a file. */
function isContent(name: string): boolean {
  return /^[\da-f]{64}$/.test(name);
}
