/** Stores thumbnails that the library's page has made, for the next time it is opened. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { findFormat } from "../../contract/fileFormats.ts";
import { largestThumbnail } from "../../library/libraryProtocol.ts";
import { pruneFolder } from "../../ownFiles/pruneFolder.ts";
import { replaceFile } from "../../ownFiles/replaceFile.ts";
import { log } from "../base/log.ts";

/** The oldest are removed first, and are made again when needed. */
const bounds = { age: Number.POSITIVE_INFINITY, bytes: 200 * 1024 * 1024 };

export class ThumbnailFiles {
  readonly folder: vscode.Uri;
  readonly #known = new Set<string>();
  #opening: Promise<void> | undefined;

  /** `storage`: the extension's folder, which all windows share. */
  constructor(storage: vscode.Uri) {
    this.folder = vscode.Uri.joinPath(storage, "thumbnails");
  }

  /** Lists the existing thumbnails once. */
  open(): Promise<void> {
    this.#opening ??= this.#list();
    return this.#opening;
  }

  /** undefined: there is none. */
  find(sha256: string): vscode.Uri | undefined {
    return this.#known.has(sha256) ? vscode.Uri.joinPath(this.folder, sha256) : undefined;
  }

  async keep(sha256: string, bytes: Uint8Array): Promise<void> {
    const isImage = findFormat(bytes)?.mediaType.startsWith("image/") === true;
    if (!isContent(sha256) || this.#known.has(sha256) || bytes.length > largestThumbnail || !isImage) return;
    await replaceFile(path.join(this.folder.fsPath, sha256), bytes, { folderMode: 0o700 });
    this.#known.add(sha256);
  }

  async #list(): Promise<void> {
    for (const name of await readdir(this.folder.fsPath).catch(() => [])) if (isContent(name)) this.#known.add(name);
    pruneFolder(this.folder.fsPath, bounds, Date.now()).catch((error: unknown) => log.error("library", error));
  }
}

/** Validates a hash from the journal, because it becomes a file name. */
function isContent(name: string): boolean {
  return /^[\da-f]{64}$/.test(name);
}
