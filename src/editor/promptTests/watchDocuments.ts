/** Keeps the tree in sync with the documents, on disk and in editors. */
import * as vscode from "vscode";
import { freeContent } from "../../disclosure/judge.ts";
import { findCasesFile } from "../../prompt/findTests.ts";
import { report } from "../base/report.ts";
import { findFilesBelow } from "../prompts/findFilesBelow.ts";
import { isPromptDocument } from "../prompts/promptLanguage.ts";
import { judgeNamed, resolvePath } from "../prompts/promptPaths.ts";
import { readEditedText } from "../prompts/readEditedText.ts";
import type { TestTree } from "./testTree.ts";

const pattern = "**/*.gen.md";
/** Files that may contain cases. */
const casesPattern = "**/*.csv";
/** Maximum number of documents to read. */
const mostDocuments = 10_000;
/** Documents read concurrently. */
const readAtOnce = 32;
/** Milliseconds without an edit until the cases of a document are updated. */
const typingPause = 300;

export interface DocumentWatch extends vscode.Disposable {
  /** Resolves when the cases of the text, including those in its CSV file, are shown. */
  update(uri: vscode.Uri, text: string): Promise<void>;
  /** Finds all documents of the workspace. Those that are not open are read without opening them. */
  discover(): Promise<void>;
}

/** The text of the CSV file that a document names for its cases; undefined: it does not exist, or may be private. */
export async function readCases(document: vscode.Uri, address: string): Promise<string | undefined> {
  const uri = resolvePath(document, address);
  const text = uri && (await readEditedText(uri));
  return text === undefined || uri === undefined ? undefined : freeContent(await judgeNamed(document, uri, text));
}

export function watchDocuments(tree: TestTree, onRename: (from: vscode.Uri, to: vscode.Uri) => void): DocumentWatch {
  const typing = new Map<string, NodeJS.Timeout>();
  /** Pending updates of documents whose cases are in files. They run in the order in which they were requested. */
  const updating = new Map<string, Promise<void>>();
  const updateWithFile = async (uri: vscode.Uri, text: string, address: string, before: Promise<void> | undefined): Promise<void> => {
    await before;
    tree.update(uri, text, { address, uri: resolvePath(uri, address), text: await readCases(uri, address) });
  };
  const update = async (uri: vscode.Uri, text: string): Promise<void> => {
    const id = uri.toString();
    const address = findCasesFile(text);
    const before = updating.get(id);
    if (address === undefined && before === undefined) return tree.update(uri, text, undefined);
    const next = address === undefined ? before?.then(() => tree.update(uri, text, undefined)) : updateWithFile(uri, text, address, before);
    if (next === undefined) return;
    updating.set(id, next);
    await next.finally(() => updating.get(id) === next && updating.delete(id));
  };
  const read = async (uri: vscode.Uri): Promise<void> => {
    const text = await readEditedText(uri);
    if (text === undefined) tree.remove(uri);
    else await update(uri, text);
  };
  const readSoon = (uri: vscode.Uri): void => void read(uri).catch(report);
  const readUsersSoon = (cases: vscode.Uri): void => tree.documentsWith(cases).forEach(readSoon);
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const casesWatcher = vscode.workspace.createFileSystemWatcher(casesPattern);
  const listeners = [
    casesWatcher,
    casesWatcher.onDidCreate(readUsersSoon),
    casesWatcher.onDidChange(readUsersSoon),
    casesWatcher.onDidDelete(readUsersSoon),
    watcher,
    watcher.onDidCreate(readSoon),
    watcher.onDidChange(readSoon),
    watcher.onDidDelete((uri) => tree.remove(uri)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!isPromptDocument(document)) return;
      const id = document.uri.toString();
      clearTimeout(typing.get(id));
      const updateNow = () => {
        typing.delete(id);
        if (!document.isClosed) void update(document.uri, document.getText()).catch(report);
      };
      typing.set(id, setTimeout(updateNow, typingPause));
    }),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { oldUri, newUri } of files) onRename(oldUri, newUri);
    }),
  ];
  return {
    update,
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
