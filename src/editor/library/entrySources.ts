/** Determines how the library's page loads the files that it shows. */
import path from "node:path";
import * as vscode from "vscode";
import type { LibraryEntry } from "../../generations/library/library.ts";
import type { PanelEntry } from "../../library/libraryProtocol.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { settings } from "../base/settings.ts";
import type { ThumbnailFiles } from "./thumbnailFiles.ts";

/** Bytes; larger files are not copied to the page. */
const largestCopy = 16 * 1024 * 1024;
/** Characters of a prompt for a cell and for screen readers. */
const shownPrompt = 300;

/** `stacked`: the number of results that it stands for. */
export type ShownEntry = LibraryEntry & { stacked?: number };

export class EntrySources {
  readonly #webview: vscode.Webview;
  readonly #thumbnails: Pick<ThumbnailFiles, "find" | "folder">;

  constructor(webview: vscode.Webview, thumbnails: Pick<ThumbnailFiles, "find" | "folder">) {
    this.#webview = webview;
    this.#thumbnails = thumbnails;
  }

  /**
   * Folders that the page may load files from directly. Only those on this machine, because VS Code would fetch the page's files from other
   * machines without a limit. Empty if the workspace is not trusted.
   */
  roots(): vscode.Uri[] {
    if (!vscode.workspace.isTrusted) return [];
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === "file");
    return [...folders, this.#thumbnails.folder];
  }

  describe(entry: ShownEntry, isMissing: boolean): PanelEntry {
    const { number, task, kind, prompt, model, createdAt, rating, favourite, artifact, stacked = 1 } = entry;
    const uri = artifactUri(artifact);
    const source = isMissing ? undefined : this.#sourceOf(entry, uri);
    // A file that may not be read is not shown as a thumbnail either.
    const thumbnail = source === undefined ? undefined : this.#thumbnails.find(artifact.sha256);
    return {
      number,
      ...(task === undefined ? {} : { task }),
      name: path.posix.basename(uri.path),
      uri: uri.toString(),
      kind,
      mediaType: artifact.mediaType,
      prompt: prompt.slice(0, shownPrompt),
      model,
      createdAt,
      size: artifact.size,
      rating,
      favourite,
      ...(source === undefined ? {} : { source }),
      ...(thumbnail === undefined ? {} : { thumbnail: this.#webview.asWebviewUri(thumbnail).toString() }),
      ...(stacked > 1 ? { stack: { id: entry.stack, size: stacked } } : {}),
      ...(isMissing ? { isMissing } : {}),
      ...(settings.isDemoModel(model) ? { isMadeByCode: true } : {}),
    };
  }

  /** undefined: the file may not be read, is too large or does not exist. */
  async read({ artifact }: LibraryEntry): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (!vscode.workspace.isTrusted || artifact.size > largestCopy) return undefined;
    const uri = artifactUri(artifact);
    try {
      const { size } = await vscode.workspace.fs.stat(uri);
      return size > largestCopy ? undefined : new Uint8Array(await vscode.workspace.fs.readFile(uri));
    } catch {
      return undefined;
    }
  }

  #sourceOf({ artifact }: LibraryEntry, uri: vscode.Uri): PanelEntry["source"] {
    if (!vscode.workspace.isTrusted) return undefined;
    const isInRoot = uri.scheme === "file" && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
    if (isInRoot) return { address: this.#webview.asWebviewUri(uri).toString() };
    return artifact.size > largestCopy ? undefined : "content";
  }
}
