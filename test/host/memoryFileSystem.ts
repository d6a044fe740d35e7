/** A file system in memory, like those of extensions for remote repositories. */
import path from "node:path";
import * as vscode from "vscode";

export class MemoryFileSystem implements vscode.FileSystemProvider {
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Set<string>(["/"]);
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  /** Names of the files directly in a folder. */
  filesIn(folder: string): string[] {
    const start = `${folder}/`;
    return [...this.#files.keys()].filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const content = this.#files.get(uri.path);
    if (content !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: content.length };
    if (this.#folders.has(uri.path)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    const start = uri.path === "/" ? "/" : `${uri.path}/`;
    const below = (path: string) => (path.startsWith(start) && path !== start ? path.slice(start.length).split("/") : []);
    const entries = new Map<string, vscode.FileType>();
    for (const path of [...this.#folders, ...this.#files.keys()]) {
      const [name, ...rest] = below(path);
      if (name === undefined) continue;
      const isFile = rest.length === 0 && this.#files.has(path);
      entries.set(name, isFile ? vscode.FileType.File : vscode.FileType.Directory);
    }
    return [...entries];
  }

  createDirectory(uri: vscode.Uri): void {
    this.#folders.add(uri.path);
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const content = this.#files.get(uri.path);
    if (content === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return content;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const type = this.#files.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
    this.#files.set(uri.path, content);
    this.#changed.fire([{ type, uri }]);
  }

  delete(uri: vscode.Uri): void {
    this.#files.delete(uri.path);
  }

  rename(_from: vscode.Uri, _to: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}

/** Ignores the case of files' names, like Windows and macOS. Register it with `isCaseSensitive: false`. */
export class CaselessFileSystem extends MemoryFileSystem {
  #asStored(uri: vscode.Uri): vscode.Uri {
    const { dir, base } = path.posix.parse(uri.path);
    const stored = this.filesIn(dir).find((name) => name.toLowerCase() === base.toLowerCase());
    return stored === undefined ? uri : uri.with({ path: path.posix.join(dir, stored) });
  }

  override stat(uri: vscode.Uri): vscode.FileStat {
    return super.stat(this.#asStored(uri));
  }

  override readFile(uri: vscode.Uri): Uint8Array {
    return super.readFile(this.#asStored(uri));
  }

  override rename(from: vscode.Uri, to: vscode.Uri): void {
    const content = this.readFile(from);
    this.delete(this.#asStored(from));
    this.writeFile(to, content);
  }
}
