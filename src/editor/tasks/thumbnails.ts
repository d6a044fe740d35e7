/** Provides images for tooltips, which VS Code loads only from this machine's disk. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { Task } from "../../generations/task.ts";
import { artifactUri } from "../base/artifactUri.ts";

/** Bytes: larger files are not fetched from another file system for a tooltip. */
const largestCopy = 16 * 1024 * 1024;

export class TaskThumbnails implements vscode.Disposable {
  readonly #copies = new Map<string, Promise<vscode.Uri | undefined>>();
  #folder: Promise<string> | undefined;

  /** undefined: the result is not an image, or its file cannot be read. */
  async find(task: Task): Promise<vscode.Uri | undefined> {
    const [artifact] = task.artifacts;
    if (artifact === undefined || !artifact.mediaType.startsWith("image/")) return undefined;
    const file = artifactUri(artifact);
    if (file.scheme === "file") return file;
    if (artifact.size > largestCopy) return undefined;
    const known = this.#copies.get(task.key);
    if (known !== undefined) return known;
    const copy = this.#copy(task.key, file).catch(() => {
      this.#copies.delete(task.key);
      return undefined;
    });
    this.#copies.set(task.key, copy);
    return copy;
  }

  async #copy(key: string, file: vscode.Uri): Promise<vscode.Uri> {
    const bytes = await vscode.workspace.fs.readFile(file);
    this.#folder ??= mkdtemp(path.join(tmpdir(), "generation-studio-thumbnails-"));
    const copy = path.join(await this.#folder, `${key}${path.posix.extname(file.path)}`);
    await writeFile(copy, bytes);
    return vscode.Uri.file(copy);
  }

  dispose(): void {
    void this.#folder?.then((folder) => rm(folder, { recursive: true, force: true }));
  }
}
