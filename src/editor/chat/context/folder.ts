/** Attaches a folder as one text: the tree of its files, and their contents up to a limit. */
import path from "node:path";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachText } from "../../../conversations/recognizeAttachment.ts";
import { settings } from "../../base/settings.ts";
import { walkFiles } from "../../base/walkFiles.ts";
import { holdsPrivateKey, isSecretFile } from "./automatic/isSecretFile.ts";
import { joinTexts } from "./joinTexts.ts";
import { readContent } from "./readContent.ts";
import { writeTree } from "./writeTree.ts";

/** Maximum number of files to list. */
const mostFiles = 500;
/** Bytes; a larger file is listed without its content. */
const largestContent = 50_000;

async function findFiles(folder: vscode.Uri): Promise<vscode.Uri[]> {
  const found = await vscode.workspace.findFiles(new vscode.RelativePattern(folder, "**/*"), settings.excludedFiles(), mostFiles + 1);
  return found.length > 0 ? found : walkFiles(folder, { most: mostFiles + 1 });
}

/** undefined: the file is not text, too large, missing, or may contain secrets, for which the user has not asked by its name. */
async function readText(uri: vscode.Uri, name: string): Promise<string | undefined> {
  if (isSecretFile(name)) return undefined;
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > largestContent) return undefined;
    const { attachment, content } = await readContent(uri, name);
    const text = Buffer.from(content ?? []).toString();
    return attachment.kind === "text" && !holdsPrivateKey(text) ? `--- ${name}\n${text}` : undefined;
  } catch {
    return undefined;
  }
}

/** @throws Error with a message for the user. */
export async function attachFolder(folder: vscode.Uri): Promise<LoadedAttachment> {
  const title = vscode.workspace.asRelativePath(folder, false);
  const label = path.isAbsolute(title) ? path.posix.basename(folder.path) : title;
  const files = (await findFiles(folder)).map((uri) => ({ uri, name: path.posix.relative(folder.path, uri.path) }));
  if (files.length === 0) throw new Error(vscode.l10n.t("{0} has no files.", label));
  const listed = files.toSorted((one, other) => one.name.localeCompare(other.name)).slice(0, mostFiles);
  const tree = [`${label}/`, ...writeTree(listed.map(({ name }) => name)), ...(files.length > mostFiles ? ["  (more files)"] : [])].join(
    "\n",
  );
  const contents = (await Promise.all(listed.map(({ uri, name }) => readText(uri, name)))).filter((text) => text !== undefined);
  const text = joinTexts([tree, ...contents], "\n\n", (count) => `(${count} more files, too large to be attached with the others)`);
  return attachText(`${label}/`, text);
}
