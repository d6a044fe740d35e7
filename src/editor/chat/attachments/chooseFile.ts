/** Finds the file that a code block belongs to: the block names it, an open file contains the passage, or the user chooses. */
import * as vscode from "vscode";
import { isFile } from "../../base/existence.ts";
import { cellScheme, fileOfDocument, findNotebook } from "../../base/notebooks.ts";
import { pickRow } from "../../base/pickRow.ts";
import { leadsInsideWorkspace, resolveInside } from "../../edits/insideWorkspace.ts";
import { openDocuments, openNotebooks } from "../context/openDocuments.ts";
import { chooseCell, describeDocument } from "./chooseCell.ts";
import type { NamedFile } from "./namedFiles.ts";

const { t } = vscode.l10n;

/**
 * undefined: dismissed. The file may not exist yet.
 * @param fits Whether the code is a new version of a part of the document.
 */
export async function chooseFile(
  editor: vscode.TextEditor | undefined,
  files: readonly NamedFile[],
  fits: (document: vscode.TextDocument) => boolean,
): Promise<vscode.Uri | undefined> {
  const cells = openNotebooks().flatMap((notebook) => notebook.getCells().map(({ document }) => document));
  const open = [...(await openDocuments()), ...cells];
  const named = await findNamed(files, open);
  if (named !== undefined) return isNotebook(named) ? chooseCell(named, fits) : named;
  const holding = open.filter(fits);
  if (holding.length === 1) return holding[0]?.uri;
  return askForFile(editor, holding.length > 0 ? holding : open, fits);
}

/** Code is never written into the JSON of a notebook's file. */
function isNotebook(uri: vscode.Uri): boolean {
  return uri.scheme !== cellScheme && (/\.ipynb$/i.test(uri.path) || findNotebook(uri) !== undefined);
}

async function findNamed(files: readonly NamedFile[], open: readonly vscode.TextDocument[]): Promise<vscode.Uri | undefined> {
  for (const { path, isCertain } of files) {
    const candidates = await resolveInside(path);
    const present = await filter(candidates, isFile);
    // A notebook that is named is the target, not the first of its cells.
    const shown = open.map(({ uri }) => fileOfDocument(uri)).filter((uri) => uri.path.endsWith(`/${relativePath(path)}`));
    const found = present[0] ?? shown[0] ?? (await findByEnding(relativePath(path)));
    if (found !== undefined) return found;
    const [created] = candidates;
    // An absolute path that does not exist belongs to another machine, or to a file outside the workspace.
    if (isCertain && created !== undefined && !path.startsWith("/")) return created;
  }
  return undefined;
}

function relativePath(path: string): string {
  return path.replace(/^(?:\.?\/)+/, "");
}

/** The file whose path ends with this one; undefined if there is none or several, or it is a link that leads out of the workspace. */
async function findByEnding(relative: string): Promise<vscode.Uri | undefined> {
  if (relative.split("/").includes("..")) return undefined;
  const literal = relative.replaceAll(/[[\]{}*?!]/g, (sign) => `[${sign}]`);
  const found = await vscode.workspace.findFiles(`**/${literal}`, "**/{node_modules,.git}/**", 2);
  const [only] = await filter(found.length === 1 ? found : [], leadsInsideWorkspace);
  return only;
}

async function filter<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const results = await Promise.all(items.map(test));
  return items.filter((_, index) => results[index]);
}

async function askForFile(
  editor: vscode.TextEditor | undefined,
  documents: readonly vscode.TextDocument[],
  fits: (document: vscode.TextDocument) => boolean,
): Promise<vscode.Uri | undefined> {
  const title = t("Apply the Code to Which File?");
  const items: (vscode.QuickPickItem & { uri?: vscode.Uri })[] = documents.map(({ uri }) => ({
    label: describeDocument(uri),
    ...(uri.toString() === editor?.document.uri.toString() ? { description: t("last used") } : {}),
    uri,
  }));
  const chosen = await pickRow([...items, { label: t("Choose Another File…") }], { placeHolder: title });
  if (chosen === undefined || chosen.uri !== undefined) return chosen?.uri;
  const picked = (await vscode.window.showOpenDialog({ canSelectMany: false, title }))?.[0];
  return picked !== undefined && isNotebook(picked) ? chooseCell(picked, fits) : picked;
}
