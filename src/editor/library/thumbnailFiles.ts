/** Stores thumbnails that the library's page has made, for the next time it is opened. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { findFormat } from "../../contract/fileFormats.ts";
import { largestThumbnail } from "../../library/toLibraryHost.ts";
import { pruneFolder } from "../../wholeFiles/pruneFolder.ts";
import { replaceFile } from "../../wholeFiles/replaceFile.ts";
import { log } from "../log.ts";

/** The oldest are removed first, and are made again when needed. */
const bounds = { age: Number.POSITIVE_INFINITY, bytes: 200 * 1024 * 1024 };

export interface ThumbnailFiles {
  readonly folder: vscode.Uri;
  /** Lists the existing thumbnails once. */
  open(): Promise<void>;
  /** undefined: there is none. */
  find(sha256: string): vscode.Uri | undefined;
  keep(sha256: string, bytes: Uint8Array): Promise<void>;
}

/** `storage`: the extension's folder, which all windows share. */
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
      await replaceFile(path.join(folder.fsPath, sha256), bytes, { folderMode: 0o700 });
      known.add(sha256);
    },
  };
}

/** Validates a hash from the journal, because it becomes a file name. */
function isContent(name: string): boolean {
  return /^[\da-f]{64}$/.test(name);
}
