/** Finds the prompt documents of the workspace and of the user's own folder. */
import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { type PromptDocument, parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import { judgeFile } from "../base/disclosure.ts";
import { settings } from "../base/settings.ts";
import { walkFiles } from "../base/walkFiles.ts";
import { findFilesBelow } from "./findFilesBelow.ts";
import { readEditedText } from "./readEditedText.ts";

export interface FoundDocument {
  uri: vscode.Uri;
  /** File name without extension. */
  name: string;
  /** The file's folder, relative to its workspace folder or to the user's own folder; "" at the top level. */
  folder: string;
  isUsers: boolean;
}

const ending = ".gen.md";
/** Maximum number of documents to examine. */
const mostDocuments = 300;
/** Levels of the user's folder that are searched. */
const deepestFolder = 4;

/** A leading `~` is the home folder. */
export function userPromptFolder(): vscode.Uri {
  const named = settings.promptFolder();
  if (named === "") return vscode.Uri.file(path.join(homedir(), ".generation-studio", "prompts"));
  return vscode.Uri.file(path.resolve(homedir(), named.replace(/^~(?=$|[\\/])/, homedir())));
}

/** undefined: it cannot be read, or is a link to a file that may be private. */
async function readDocument(uri: vscode.Uri): Promise<PromptDocument | undefined> {
  const text = await readEditedText(uri);
  const judged = text === undefined ? undefined : await judgeFile(uri, text, text, { isChosen: true });
  return judged?.type === "free" ? parsePromptDocument(judged.content) : undefined;
}

function describe(uri: vscode.Uri, isUsers: boolean, root: vscode.Uri | undefined): FoundDocument {
  const name = path.posix.basename(uri.path, ending);
  const relative = root === undefined ? vscode.workspace.asRelativePath(uri) : path.posix.relative(root.path, uri.path);
  const folder = path.posix.dirname(relative);
  return { uri, name, folder: folder === "." ? "" : folder, isUsers };
}

/** Documents that generate text, sorted by name. */
export async function findTextDocuments(): Promise<FoundDocument[]> {
  const own = userPromptFolder();
  const inWorkspace = await Promise.all(
    (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => findFilesBelow(uri, `**/*${ending}`, mostDocuments)),
  );
  const users = (await walkFiles(own, { most: mostDocuments, deepest: deepestFolder })).filter(({ path: file }) => file.endsWith(ending));
  const workspaceFiles = inWorkspace.flat().map((uri) => describe(uri, false, undefined));
  const known = new Set(workspaceFiles.map(({ uri }) => uri.toString()));
  const all = [...workspaceFiles, ...users.filter((uri) => !known.has(uri.toString())).map((uri) => describe(uri, true, own))];
  const read = await Promise.all(all.slice(0, mostDocuments).map(async (found) => ({ found, document: await readDocument(found.uri) })));
  return read
    .flatMap(({ found, document }) => (document?.kind === "text" ? [found] : []))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.folder.localeCompare(other.folder));
}
