/** Adds files of the workspace with metadata about how they were generated to the library, while it is open. */

import path from "node:path";
import * as vscode from "vscode";
import { endingsThat } from "../../contract/fileFormats.ts";
import type { FileState, LibraryFiles, WorkspaceFile } from "../../generations/library/library.ts";
import { forEach } from "../artifacts/findMoved.ts";
import { artifactLocation } from "../base/artifactUri.ts";
import { log } from "../base/log.ts";
import { searchWorkspace } from "../base/searchWorkspace.ts";
import { settings } from "../base/settings.ts";

/** Formats that can have such metadata. */
const endings = endingsThat("takesMetadata");
const mediaPattern = `**/*.{${[...endings, ...endings.map((ending) => ending.toUpperCase())].join(",")}}`;
const mediaEnding = new RegExp(`\\.(?:${endings.join("|")})$`, "i");
const mostFiles = 50_000;
/** Files read concurrently, few enough not to slow down VS Code. */
const atOnce = 4;
/** Bytes to read from other file systems each time the library is opened, and from a single file there. The rest is read the next time. */
const mostElsewhere = 128 * 1024 * 1024;
const largestElsewhere = 16 * 1024 * 1024;
/** Results are written at least this often, or after this many files. */
const writeMilliseconds = 1000;
const mostUnwritten = 500;
/** Changes are combined; after more than `largestGroup` changes, all files are scanned. */
const changeMilliseconds = 300;
const largestGroup = 200;

const locationOf = (file: vscode.Uri): string => {
  const { path: onDisk, uri } = artifactLocation(file);
  return uri ?? onDisk;
};

export class WorkspaceFiles implements vscode.Disposable {
  readonly #table: LibraryFiles;
  readonly #most: number;
  readonly #closing = new AbortController();
  readonly #cancelled = new vscode.CancellationTokenSource();
  readonly #parts: vscode.Disposable[] = [this.#cancelled];
  readonly #changed = new Map<string, vscode.Uri>();
  #changing: NodeJS.Timeout | undefined;
  #isBegun = false;
  #readElsewhere = 0;
  #last: Promise<void> = Promise.resolve();

  /** `most`: the maximum number of files to examine. */
  constructor({ library: { files } }: { library: { files: LibraryFiles } }, most = mostFiles) {
    this.#table = files;
    this.#most = most;
  }

  /** URIs of the folders whose files belong to the library; empty in Restricted Mode. */
  workspaces(): string[] {
    return vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()) : [];
  }

  /** Scans all files once, and then watches for changes. */
  begin(): void {
    if (this.#isBegun || !vscode.workspace.isTrusted) return;
    this.#isBegun = true;
    const watcher = vscode.workspace.createFileSystemWatcher(mediaPattern);
    const note = (file: vscode.Uri) => this.#note(file);
    this.#parts.push(watcher, watcher.onDidCreate(note), watcher.onDidChange(note), watcher.onDidDelete(note));
    this.#inTurn(() => this.#scan());
  }

  /** Called when the file no longer exists. */
  async forget(file: vscode.Uri): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(file);
    if (folder !== undefined) await this.#table.record(folder.uri.toString(), [], [locationOf(file)]);
  }

  dispose(): void {
    clearTimeout(this.#changing);
    this.#cancelled.cancel();
    this.#closing.abort();
    vscode.Disposable.from(...this.#parts).dispose();
  }

  #note(file: vscode.Uri): void {
    this.#changed.set(file.toString(), file);
    this.#changing ??= setTimeout(() => {
      this.#changing = undefined;
      this.#inTurn(() => this.#readChanged());
    }, changeMilliseconds);
  }

  /** One at a time, because each needs the results of the previous one. */
  #inTurn(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch((error: unknown) => {
      if (!this.#closing.signal.aborted) log.error("library", error);
    });
  }

  async #scan(): Promise<void> {
    const { folders, isComplete } = await this.#find(mediaPattern, ({ path: name }) => mediaEnding.test(name));
    for (const [workspace, files] of folders) {
      const known = this.#table.known(workspace);
      const missing = await this.#update(workspace, files, known);
      const there = new Set(files.filter((file) => !missing.includes(file)).map(locationOf));
      const gone = isComplete ? [...known.keys()].filter((location) => !there.has(location)) : missing.map(locationOf);
      if (gone.length > 0) await this.#table.record(workspace, [], gone);
      await this.#table.noteScan(workspace, Date.now());
    }
  }

  async #readChanged(): Promise<void> {
    const files = new Map(this.#changed);
    this.#changed.clear();
    const names = new Set([...files.values()].map((file) => path.posix.basename(file.path)));
    if (names.size > largestGroup) return this.#scan();
    // By a search, because that omits files that the user has excluded.
    const [first = "", ...others] = [...names].map((name) => name.replaceAll(/[{}[\]*?!,\\]/g, "?"));
    const pattern = others.length === 0 ? `**/${first}` : `**/{${[first, ...others].join(",")}}`;
    const { folders } = await this.#find(pattern, ({ path: name }) => names.has(path.posix.basename(name)));
    for (const [workspace, found] of folders) {
      const there = found.filter((file) => files.has(file.toString()));
      for (const file of there) files.delete(file.toString());
      for (const file of await this.#update(workspace, there)) files.set(file.toString(), file);
    }
    for (const file of files.values()) await this.forget(file);
  }

  /** Matching files that the user has not excluded, by folder. `isComplete`: in no folder are there more of them. */
  async #find(
    pattern: string,
    matches: (file: vscode.Uri) => boolean,
  ): Promise<{ folders: Map<string, vscode.Uri[]>; isComplete: boolean }> {
    const options = { patterns: [pattern], matches, most: this.#most, excluded: settings.excludedFiles(), token: this.#cancelled.token };
    const { files, isComplete } = await searchWorkspace(options);
    this.#closing.signal.throwIfAborted();
    const folders = new Map((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => [uri.toString(), [] as vscode.Uri[]]));
    for (const file of files) folders.get(vscode.workspace.getWorkspaceFolder(file)?.uri.toString() ?? "")?.push(file);
    return { folders, isComplete };
  }

  /** Reads the files that have changed, and resolves with those that no longer exist. */
  async #update(workspace: string, files: readonly vscode.Uri[], known?: ReadonlyMap<string, FileState>): Promise<vscode.Uri[]> {
    let unwritten: WorkspaceFile[] = [];
    let written = Date.now();
    const gone: vscode.Uri[] = [];
    const write = async () => {
      const read = unwritten;
      unwritten = [];
      written = Date.now();
      await this.#table.record(workspace, read);
    };
    await forEach(
      files,
      async (file) => {
        this.#closing.signal.throwIfAborted();
        const state = await stateOf(file);
        if (state === undefined) return void gone.push(file);
        const before = known?.get(locationOf(file));
        if (before !== undefined && before.modifiedAt === state.modifiedAt && before.size === state.size) return;
        const read = await this.#read(file, state);
        if (read === undefined) return;
        unwritten.push(read);
        if (unwritten.length >= mostUnwritten || Date.now() - written >= writeMilliseconds) await write();
      },
      atOnce,
    );
    if (unwritten.length > 0) await write();
    return gone;
  }

  /** undefined: nothing more is read from other file systems. */
  async #read(file: vscode.Uri, state: FileState): Promise<WorkspaceFile | undefined> {
    if (file.scheme !== "file") {
      if (state.size > largestElsewhere || this.#readElsewhere + state.size > mostElsewhere) return undefined;
      this.#readElsewhere += state.size;
    }
    const { readWorkspaceFile } = await import("./readWorkspaceFile.ts");
    // A file that cannot be read counts as one without metadata until it changes.
    const made = await readWorkspaceFile(file, this.#closing.signal).catch(() => undefined);
    this.#closing.signal.throwIfAborted();
    return { location: artifactLocation(file), ...state, made };
  }
}

/** undefined: the file does not exist. */
async function stateOf(file: vscode.Uri): Promise<FileState | undefined> {
  return vscode.workspace.fs.stat(file).then(
    ({ mtime, size }) => ({ modifiedAt: Math.round(mtime), size }),
    () => undefined,
  );
}
