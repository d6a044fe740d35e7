/** Keeps the tree as the documents are: on disk, and in editors while they are edited. */
import * as vscode from "vscode";
import { findFilesBelow } from "../prompts/findFilesBelow.ts";
import { isPromptDocument } from "../prompts/promptLanguage.ts";
import { report } from "../report.ts";
import type { TestTree } from "./testTree.ts";

const pattern = "**/*.gen.md";
/** More are not looked at. */
const mostDocuments = 10_000;
/** Documents that are read at once. */
const readAtOnce = 32;
/** Bytes; a larger file is no prompt that a person wrote. */
const largestDocument = 1_000_000;
/** Milliseconds without a keystroke until the cases of an edited document are found again. */
const typingPause = 300;

export interface DocumentWatch extends vscode.Disposable {
  /** Finds all documents of the workspace; those that are not open are read, not opened. */
  discover(): Promise<void>;
}

/** What an editor shows, saved or not, else what is on disk; undefined: it cannot be read. */
export async function readDocument(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    const bytes = await vscode.workspace.fs.readFile(uri);
    return bytes.byteLength > largestDocument ? undefined : new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

export function watchDocuments(tree: TestTree, onRename: (from: vscode.Uri, to: vscode.Uri) => void): DocumentWatch {
  const typing = new Map<string, NodeJS.Timeout>();
  const read = async (uri: vscode.Uri): Promise<void> => {
    const text = await readDocument(uri);
    if (text === undefined) tree.remove(uri);
    else tree.update(uri, text);
  };
  const readSoon = (uri: vscode.Uri): void => void read(uri).catch(report);
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const listeners = [
    watcher,
    watcher.onDidCreate(readSoon),
    watcher.onDidChange(readSoon),
    watcher.onDidDelete((uri) => tree.remove(uri)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!isPromptDocument(document)) return;
      const id = document.uri.toString();
      clearTimeout(typing.get(id));
      const update = () => {
        typing.delete(id);
        if (!document.isClosed) tree.update(document.uri, document.getText());
      };
      typing.set(id, setTimeout(update, typingPause));
    }),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) onRename(oldUri, newUri);
    }),
  ];
  return {
    async discover() {
      const folders = vscode.workspace.workspaceFolders ?? [];
      const found = (await Promise.all(folders.map(({ uri }) => findFilesBelow(uri, pattern, mostDocuments)))).flat();
      const names = new Set(found.map((uri) => uri.toString()));
      for (const uri of tree.documents) if (!names.has(uri.toString())) readSoon(uri);
      const waiting = found.values();
      const work = async () => {
        for (const uri of waiting) await read(uri);
      };
      await Promise.all(Array.from({ length: readAtOnce }, work));
    },
    dispose() {
      for (const timer of typing.values()) clearTimeout(timer);
      vscode.Disposable.from(...listeners).dispose();
    },
  };
}
