/** Finds the documents of the workspace that link to a file. Each document is read once, and again when it changes. */
import * as vscode from "vscode";
import { imagesFolder } from "../artifacts/blockEnd/asciidoc.ts";
import { findLinkTargets } from "../artifacts/findLinkTargets.ts";
import { forEach } from "../artifacts/findMoved.ts";
import { readSmallFile } from "../base/readSmallFile.ts";
import { passedOver } from "../base/walkFiles.ts";

const documentFiles = "**/*.{md,markdown,mdx,html,htm,vue,svelte,astro,jsx,tsx,adoc,asciidoc,rst,tex,typ,org,ipynb}";
/** Maximum number of documents to read. */
const mostDocuments = 5000;
/** Bytes of a document. */
const largestDocument = 1024 * 1024;
/** Maximum number of documents listed for a file. */
const mostLinks = 100;

interface LinkingDocument {
  uri: vscode.Uri;
  /** Zero-based line of the first link. */
  line: number;
}

export class LinkingDocuments implements vscode.Disposable {
  readonly #onChange: () => void;
  /** By document: the line of the first link to each file. */
  readonly #read = new Map<string, ReadonlyMap<string, number>>();
  readonly #changed = new Set<string>();
  readonly #parts: vscode.Disposable[] = [];
  #reading: Promise<void> | undefined;

  /** `onChange`: called after a document was saved, added or removed, but not before the first `find`. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** In a restricted workspace, nothing is read, and nothing found. */
  async find(file: vscode.Uri): Promise<LinkingDocument[]> {
    if (!vscode.workspace.isTrusted) return [];
    // One search at a time, so that each uses the results of the previous one.
    this.#reading = (this.#reading ?? Promise.resolve()).catch(() => undefined).then(() => this.#readChanged());
    await this.#reading;
    const target = file.toString();
    return [...this.#read]
      .flatMap(([document, targets]) => {
        const line = targets.get(target);
        return line === undefined ? [] : [{ uri: vscode.Uri.parse(document, true), line }];
      })
      .slice(0, mostLinks);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#parts).dispose();
  }

  /** Starts watching only at the first `find`. */
  async #begin(): Promise<void> {
    const watcher = vscode.workspace.createFileSystemWatcher(documentFiles);
    const note = (uri: vscode.Uri) => {
      this.#changed.add(uri.toString());
      this.#onChange();
    };
    // A document saved here is known before the file system reports it, and even if it does not.
    const saved = vscode.workspace.onDidSaveTextDocument((document) => {
      if (vscode.languages.match({ pattern: documentFiles }, document) > 0) note(document.uri);
    });
    this.#parts.push(saved, watcher, watcher.onDidCreate(note), watcher.onDidChange(note), watcher.onDidDelete(note));
    const found = await vscode.workspace.findFiles(documentFiles, `**/{${passedOver.join(",")}}/**`, mostDocuments);
    for (const uri of found) this.#changed.add(uri.toString());
  }

  async #readChanged(): Promise<void> {
    if (this.#parts.length === 0) await this.#begin();
    const documents = [...this.#changed];
    this.#changed.clear();
    await forEach(documents, async (document) => {
      const targets = await readTargets(vscode.Uri.parse(document, true));
      if (targets === undefined || targets.size === 0 || this.#read.size >= mostDocuments) this.#read.delete(document);
      else this.#read.set(document, targets);
    });
  }
}

/** undefined: the document does not exist or is too large. */
async function readTargets(document: vscode.Uri): Promise<ReadonlyMap<string, number> | undefined> {
  try {
    const bytes = await readSmallFile(document, largestDocument);
    if (bytes === undefined) return undefined;
    const text = Buffer.from(bytes).toString("utf8");
    const targets = new Map<string, number>();
    const images = imagesFolder(text.split("\n"));
    for (const { path, line } of findLinkTargets(text)) {
      const inImages = images === undefined ? [] : [vscode.Uri.joinPath(document, "..", images, path)];
      for (const uri of [...resolve(document, path), ...inImages]) {
        const target = uri.toString();
        if (!targets.has(target)) targets.set(target, line);
      }
    }
    return targets;
  } catch {
    return undefined;
  }
}

/** Relative to the document's folder; a path with a leading slash also relative to the workspace folder, as in websites. */
function resolve(document: vscode.Uri, path: string): vscode.Uri[] {
  if (!path.startsWith("/")) return [vscode.Uri.joinPath(document, "..", path)];
  const folder = vscode.workspace.getWorkspaceFolder(document);
  return [document.with({ path }), ...(folder === undefined ? [] : [vscode.Uri.joinPath(folder.uri, path)])];
}
