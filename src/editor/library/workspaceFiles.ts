/** Brings files of the workspace that say how they were made into the library, while it is open. */
import path from "node:path";
import * as vscode from "vscode";
import type { FileState, WorkspaceFile } from "../../tasks/library.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { artifactLocation } from "../artifacts/artifactUri.ts";
import { forEach } from "../artifacts/findMoved.ts";
import { log } from "../log.ts";
import { searchWorkspace } from "../searchWorkspace.ts";
import { settings } from "../settings.ts";

/** Formats that can say how a file was made. */
const endings = ["png", "jpg", "jpeg", "webp", "mp3", "wav", "ogg", "opus", "flac", "m4a", "mp4", "mov"];
const mediaPattern = `**/*.{${[...endings, ...endings.map((ending) => ending.toUpperCase())].join(",")}}`;
const mediaEnding = new RegExp(`\\.(?:${endings.join("|")})$`, "i");
/** Files that are looked at; no more are looked for. */
const mostFiles = 50_000;
/** Files that are read at a time: what else VS Code does goes on. */
const atOnce = 4;
/** Bytes that are read of another file system at each opening, and of one of its files. The rest is read at the next one. */
const mostElsewhere = 128 * 1024 * 1024;
const largestElsewhere = 16 * 1024 * 1024;
/** What was read is written at least this often, and after as many files. */
const writeMilliseconds = 1000;
const mostUnwritten = 500;
/** Files change in groups; after larger ones, all files are looked at. */
const changeMilliseconds = 300;
const largestGroup = 200;

export interface WorkspaceFiles extends vscode.Disposable {
  /** URIs of the folders whose files belong to the library. In Restricted Mode, none. */
  workspaces(): string[];
  /** Looks at all files once, and then at those that change. */
  begin(): void;
  /** The file is not there any more. */
  forget(file: vscode.Uri): Promise<void>;
}

const locationOf = (file: vscode.Uri): string => {
  const { path: onDisk, uri } = artifactLocation(file);
  return uri ?? onDisk;
};

export function createWorkspaceFiles({ library: { files: table } }: Pick<Tasks, "library">): WorkspaceFiles {
  const closing = new AbortController();
  const cancelled = new vscode.CancellationTokenSource();
  const parts: vscode.Disposable[] = [cancelled];
  const changed = new Map<string, vscode.Uri>();
  let changing: NodeJS.Timeout | undefined;
  let isBegun = false;
  let readElsewhere = 0;
  let last: Promise<void> = Promise.resolve();

  /** One after the other: each knows what the one before has read. */
  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => {
      if (!closing.signal.aborted) log.error("library", error);
    });
  }

  /** Those of the patterns that the user has not excluded, by their folders. */
  async function find(pattern: string, matches: (file: vscode.Uri) => boolean): Promise<Map<string, vscode.Uri[]>> {
    const excluded = settings.excludedFiles();
    const found = await searchWorkspace({ patterns: [pattern], matches, most: mostFiles, excluded, token: cancelled.token });
    closing.signal.throwIfAborted();
    const folders = new Map((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => [uri.toString(), [] as vscode.Uri[]]));
    for (const file of found) folders.get(vscode.workspace.getWorkspaceFolder(file)?.uri.toString() ?? "")?.push(file);
    return folders;
  }

  /** Reads those that have changed, and resolves with those that are not there. */
  async function update(workspace: string, files: readonly vscode.Uri[], known?: ReadonlyMap<string, FileState>): Promise<vscode.Uri[]> {
    let unwritten: WorkspaceFile[] = [];
    let written = Date.now();
    const gone: vscode.Uri[] = [];
    const { readWorkspaceFile } = await import("./readWorkspaceFile.ts");
    const write = async () => {
      const read = unwritten;
      unwritten = [];
      written = Date.now();
      await table.record(workspace, read);
    };
    await forEach(
      files,
      async (file) => {
        closing.signal.throwIfAborted();
        const state = await stateOf(file);
        if (state === undefined) return void gone.push(file);
        const before = known?.get(locationOf(file));
        if (before !== undefined && before.modifiedAt === state.modifiedAt && before.size === state.size) return;
        if (file.scheme !== "file") {
          if (state.size > largestElsewhere || readElsewhere + state.size > mostElsewhere) return;
          readElsewhere += state.size;
        }
        // One that cannot be read says nothing until it changes.
        const made = await readWorkspaceFile(file, closing.signal).catch(() => undefined);
        closing.signal.throwIfAborted();
        unwritten.push({ location: artifactLocation(file), ...state, made });
        if (unwritten.length >= mostUnwritten || Date.now() - written >= writeMilliseconds) await write();
      },
      atOnce,
    );
    if (unwritten.length > 0) await write();
    return gone;
  }

  async function scan(): Promise<void> {
    const folders = await find(mediaPattern, ({ path: name }) => mediaEnding.test(name));
    for (const [workspace, files] of folders) {
      const known = table.known(workspace);
      const missing = await update(workspace, files, known);
      const there = new Set(files.filter((file) => !missing.includes(file)).map(locationOf));
      const gone = files.length < mostFiles ? [...known.keys()].filter((location) => !there.has(location)) : missing.map(locationOf);
      if (gone.length > 0) await table.record(workspace, [], gone);
      await table.noteScan(workspace, Date.now());
    }
  }

  async function readChanged(): Promise<void> {
    const files = new Map(changed);
    changed.clear();
    const names = new Set([...files.values()].map((file) => path.posix.basename(file.path)));
    if (names.size > largestGroup) return scan();
    // By a search, which leaves out what the user has excluded.
    const [first = "", ...others] = [...names].map((name) => name.replaceAll(/[{}[\]*?!,\\]/g, "?"));
    const pattern = others.length === 0 ? `**/${first}` : `**/{${[first, ...others].join(",")}}`;
    const folders = await find(pattern, ({ path: name }) => names.has(path.posix.basename(name)));
    for (const [workspace, found] of folders) {
      const there = found.filter((file) => files.has(file.toString()));
      for (const file of there) files.delete(file.toString());
      for (const file of await update(workspace, there)) files.set(file.toString(), file);
    }
    for (const file of files.values()) await forget(file);
  }

  async function forget(file: vscode.Uri): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(file);
    if (folder !== undefined) await table.record(folder.uri.toString(), [], [locationOf(file)]);
  }

  function note(file: vscode.Uri): void {
    changed.set(file.toString(), file);
    changing ??= setTimeout(() => {
      changing = undefined;
      inTurn(readChanged);
    }, changeMilliseconds);
  }

  return {
    workspaces: () => (vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()) : []),
    begin() {
      if (isBegun || !vscode.workspace.isTrusted) return;
      isBegun = true;
      const watcher = vscode.workspace.createFileSystemWatcher(mediaPattern);
      parts.push(watcher, watcher.onDidCreate(note), watcher.onDidChange(note), watcher.onDidDelete(note));
      inTurn(scan);
    },
    forget,
    dispose() {
      clearTimeout(changing);
      cancelled.cancel();
      closing.abort();
      vscode.Disposable.from(...parts).dispose();
    },
  };
}

/** undefined: it is not there. */
async function stateOf(file: vscode.Uri): Promise<FileState | undefined> {
  return vscode.workspace.fs.stat(file).then(
    ({ mtime, size }) => ({ modifiedAt: Math.round(mtime), size }),
    () => undefined,
  );
}
