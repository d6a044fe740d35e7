/** Finds and opens files that an answer names. */
import * as vscode from "vscode";
import { readFileReference, withSlashes } from "../../../chat/request/fileReference.ts";
import { openFile } from "../../artifacts/openFile.ts";
import { isFile } from "../../base/existence.ts";
import { announce, confirm } from "../../base/report.ts";
import { resolveInside } from "../../edits/insideWorkspace.ts";

const { t } = vscode.l10n;

interface NamedFile {
  uri: vscode.Uri;
  /** The file is in a folder of the workspace, after symbolic links are resolved. */
  isInside: boolean;
}

const most = 500;

/** Never contacts another machine, as in `file://server/share`. */
function readPath(path: string): string | undefined {
  if (!/^file:/i.test(path)) return /^[\\/]{2}/.test(path) ? undefined : withSlashes(path);
  const url = URL.parse(path);
  return url?.protocol === "file:" && url.host === "" ? vscode.Uri.parse(url.href).path : undefined;
}

async function findNamedFile(named: string): Promise<NamedFile | undefined> {
  const path = readPath(named);
  if (path === undefined) return undefined;
  const folders = vscode.workspace.workspaceFolders ?? [];
  // With several workspace folders, a path can start with the folder's name.
  const shortened = folders.flatMap(({ name }) => (path.startsWith(`${name}/`) ? [path.slice(name.length + 1)] : []));
  for (const candidate of [path, ...shortened]) {
    for (const uri of await resolveInside(candidate)) if (await isFile(uri)) return { uri, isInside: true };
  }
  const outside = folders.map(({ uri }) => (path.startsWith("/") ? uri.with({ path }) : vscode.Uri.joinPath(uri, path)));
  for (const uri of outside) if (await isFile(uri)) return { uri, isInside: false };
  return undefined;
}

/** Checks for existence only; reads no file. */
export async function checkNamedPaths(paths: readonly string[]): Promise<{ path: string; exists: boolean }[]> {
  return Promise.all(paths.slice(0, most).map(async (path) => ({ path, exists: (await findNamedFile(path)) !== undefined })));
}

/** Opens a location that an answer names, such as `src/add.ts:12:3`. Asks first if it is outside the workspace. */
export async function openNamedFile(reference: string, viewColumn: vscode.ViewColumn | undefined): Promise<void> {
  const { path, line = 1, column = 1 } = readFileReference(reference);
  const file = await findNamedFile(path);
  if (file === undefined) {
    await announce(t("{0} does not exist any more.", path));
    return;
  }
  if (!file.isInside) {
    const question = t("Open {0}? It is outside the workspace.", file.uri.fsPath);
    if (!(await confirm(question, t("Open")))) return;
  }
  const position = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  await openFile(file.uri, {
    selection: new vscode.Range(position, position),
    ...(viewColumn === undefined ? {} : { viewColumn }),
  });
}
