/** Finds the styles of the workspace and of the user's own folder. */
import { homedir } from "node:os";
import * as vscode from "vscode";
import { freeContent } from "../../disclosure/judge.ts";
import { styleFolder, styleLimits } from "../../prompt/fields/styleFolder.ts";
import { readStyle, type Style, styleName } from "../../prompt/styles/style.ts";
import { judgeFile } from "../base/disclosure.ts";
import { documentFolder } from "./promptPaths.ts";
import { readEditedText } from "./readEditedText.ts";

/** Of the document's folder and those above it in the workspace, the nearest first, then of the home folder. Of one name, the first counts. */
export function findStyles(document: vscode.Uri): Promise<Style[]> {
  return readRoots([...foldersAbove(documentFolder(document)), vscode.Uri.file(homedir())]);
}

/** Those that a request without a document can have; of the workspace only if it is trusted. */
export function findStylesOfWorkspace(): Promise<Style[]> {
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  return readRoots([...folders.map(({ uri }) => uri), vscode.Uri.file(homedir())]);
}

async function readRoots(roots: readonly vscode.Uri[]): Promise<Style[]> {
  const all = (await Promise.all(roots.map(readFolder))).flat();
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
}

function foldersAbove(folder: vscode.Uri | undefined): vscode.Uri[] {
  if (folder === undefined) return [];
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri;
  const isTop = root === undefined || folder.path === root.path || folder.path === "/";
  return [folder, ...(isTop ? [] : foldersAbove(vscode.Uri.joinPath(folder, "..")))];
}

async function readFolder(root: vscode.Uri): Promise<Style[]> {
  const folder = vscode.Uri.joinPath(root, ...styleFolder);
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  const files = entries
    .map(([file]) => file)
    .toSorted()
    .slice(0, styleLimits.files);
  const found = await Promise.all(
    files.map(async (file) => {
      const name = styleName(file);
      const uri = vscode.Uri.joinPath(folder, file);
      const read = name === undefined ? undefined : await readEditedText(uri, styleLimits.bytes);
      const content = read === undefined ? undefined : freeContent(await judgeFile(uri, read, read, { root }));
      return name === undefined || content === undefined ? [] : [readStyle(name, uri.toString(), content)];
    }),
  );
  return found.flat();
}
