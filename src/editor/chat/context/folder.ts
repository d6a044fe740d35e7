/** Attaches a folder as one text: the tree of its files, and their contents up to a limit. */
import path from "node:path";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachText } from "../../../conversations/recognizeAttachment.ts";
import { freeContent, judge, type Location } from "../../../disclosure/judge.ts";
import { locateFile, requireConsent } from "../../base/disclosure.ts";
import { settings } from "../../base/settings.ts";
import { walkFiles } from "../../base/walkFiles.ts";
import { joinTexts } from "./joinTexts.ts";
import { loadContent } from "./readContent.ts";
import { writeTree } from "./writeTree.ts";

/** Maximum number of files to list. */
const mostFiles = 500;
/** Bytes; a larger file is listed without its content. */
const largestContent = 50_000;

async function findFiles(folder: vscode.Uri): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, "**/*"), settings.excludedFiles(), mostFiles + 1);
  return found.length > 0 ? found : walkFiles(folder, { most: mostFiles + 1 });
}

interface FolderFile {
  uri: vscode.Uri;
  /** Relative to the folder. */
  name: string;
  location: Location;
}

/** undefined: the file is not text, too large, missing, or may be private. */
async function readText({ uri, name, location }: FolderFile): Promise<string | undefined> {
  try {
    const { attachment, content } = await loadContent(uri, name, largestContent);
    const text = Buffer.from(content ?? []).toString();
    return attachment.kind === "text" ? freeContent(judge(`--- ${name}\n${text}`, text, location)) : undefined;
  } catch {
    return undefined;
  }
}

/** Asks about a folder that a link leads to. Files that links lead out of it are not even listed. @throws Error with a message for the user. */
export async function attachFolder(folder: vscode.Uri): Promise<LoadedAttachment> {
  const title = vscode.workspace.asRelativePath(folder, false);
  const label = path.isAbsolute(title) ? path.posix.basename(folder.path) : title;
  const found = await Promise.all((await findFiles(folder)).map((uri) => locateInFolder(folder, uri, title)));
  const files = found.filter(({ location }) => location.isInside);
  if (files.length === 0) throw new Error(vscode.l10n.t("{0} has no files.", label));
  const listed = files.toSorted((one, other) => one.name.localeCompare(other.name)).slice(0, mostFiles);
  const tree = [`${label}/`, ...writeTree(listed.map(({ name }) => name)), ...(files.length > mostFiles ? ["  (more files)"] : [])].join(
    "\n",
  );
  const contents = (await Promise.all(listed.map(readText))).filter((text) => text !== undefined);
  const text = joinTexts([tree, ...contents], "\n\n", (count) => `(${count} more files, too large to be attached with the others)`);
  const own = await locateFile(folder);
  const asFolder = { ...own, named: `${own.named}/`, real: `${own.real}/` };
  return requireConsent(`${label}/`, judge(attachText(`${label}/`, text), "", asFolder, { isChosen: true }));
}

/** A file is named with its folder, because the folder's name may say that its files are secrets. */
async function locateInFolder(folder: vscode.Uri, uri: vscode.Uri, title: string): Promise<FolderFile> {
  const location = await locateFile(uri, folder);
  return { uri, name: path.posix.relative(folder.path, uri.path), location: { ...location, named: `${title}/${location.named}` } };
}
