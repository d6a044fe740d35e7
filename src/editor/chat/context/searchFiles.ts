/** Finds the workspace files and folders whose paths match best. */
import path from "node:path";
import * as vscode from "vscode";
import type { PanelFile } from "../../../chat/messages/chatProtocol.ts";
import { settings } from "../../base/settings.ts";
import { walkFiles } from "../../base/walkFiles.ts";

const shown = 12;
/** Maximum number of files whose name contains the query. If there are more, the query is too short to be useful. */
const mostNamed = 500;
/** Maximum number of files to examine when the letters may be anywhere in the path. */
const mostLooked = 4000;

/** Lower is better; undefined: the letters do not occur in this order. */
function rankPath(candidate: string, query: string): number | undefined {
  const text = candidate.toLowerCase();
  const wanted = query.toLowerCase();
  const name = path.posix.basename(text);
  if (name.startsWith(wanted)) return name.length;
  if (name.includes(wanted)) return 1000 + name.length;
  if (text.includes(wanted)) return 2000 + text.length;
  let at = -1;
  for (const letter of wanted) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return undefined;
  }
  return 3000 + text.length;
}

/** Matches names that contain the last part of the query in either case. Special characters of globs become wildcards. */
function namePattern(query: string): string {
  const part = query.split("/").findLast((piece) => piece !== "") ?? "";
  const either = [...part].map((sign) => {
    const [lower, upper] = [sign.toLowerCase(), sign.toUpperCase()];
    if (!/[\p{L}\p{N}._-]/u.test(sign) || [...lower].length > 1 || [...upper].length > 1) return "?";
    return lower === upper ? sign : `[${lower}${upper}]`;
  });
  const pattern = `**/*${either.join("")}*`;
  return query.endsWith("/") ? `${pattern}/**` : pattern;
}

/** Open files, which are listed first if the query is empty. */
function openFiles(): vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: those }) => those);
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return uris.filter((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
}

/** All folders that contain a path. */
function foldersOf(relative: string): string[] {
  const folder = path.posix.dirname(relative);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** Files whose name matches, and files in folders whose name matches. */
async function findNamed(query: string, excluded: string, token: vscode.CancellationToken | undefined): Promise<vscode.Uri[]> {
  const pattern = namePattern(query);
  const patterns = pattern.endsWith("/**") ? [pattern] : [pattern, `${pattern}/**`];
  return (await Promise.all(patterns.map((one) => vscode.workspace.findFiles(one, excluded, mostNamed, token)))).flat();
}

async function findCandidates(query: string, token: vscode.CancellationToken | undefined): Promise<vscode.Uri[]> {
  const excluded = settings.excludedFiles();
  const named = query === "" ? openFiles() : await findNamed(query, excluded, token);
  if (named.filter((uri) => rankPath(vscode.workspace.asRelativePath(uri), query) !== undefined).length >= shown) return named;
  const all = await vscode.workspace.findFiles("**/*", excluded, mostLooked, token);
  if (all.length > 0) return [...named, ...all];
  const walked = await Promise.all((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => walkFiles(uri, { most: mostLooked, token })));
  return [...named, ...walked.flat()];
}

/** `token`: cancelled when the answer is no longer needed. */
export async function searchFiles(query: string, token?: vscode.CancellationToken): Promise<PanelFile[]> {
  const open = new Set<string>(query === "" ? openFiles().map((uri) => vscode.workspace.asRelativePath(uri)) : []);
  const candidates = new Set((await findCandidates(query, token)).map((uri) => vscode.workspace.asRelativePath(uri)));
  const folders = new Set(query === "" ? [] : [...candidates].flatMap(foldersOf));
  return [...candidates, ...folders]
    .flatMap((relative) => {
      const rank = open.has(relative) ? -1 : rankPath(relative, query);
      return rank === undefined ? [] : [{ relative, rank }];
    })
    .sort(
      (one, other) => one.rank - other.rank || one.relative.length - other.relative.length || one.relative.localeCompare(other.relative),
    )
    .slice(0, shown)
    .map(({ relative }) => {
      const folder = path.posix.dirname(relative);
      const found = { path: relative, name: path.posix.basename(relative), folder: folder === "." ? "" : folder };
      return folders.has(relative) ? { ...found, isFolder: true } : found;
    });
}
