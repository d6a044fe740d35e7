/** A part of a file's path in; the workspace's files that fit best, few enough for a list, out. */
import path from "node:path";
import * as vscode from "vscode";
import { settings } from "../settings.ts";
import { walkFiles } from "../walkFiles.ts";

export interface FoundFile {
  path: string;
  name: string;
  /** "" for one at the top. */
  folder: string;
}

const shown = 12;
/** Files whose name holds what is looked for; more of them say that it is too short to tell them apart. */
const mostNamed = 500;
/** Files that are looked through where the letters may lie anywhere in the path. */
const mostLooked = 4000;

/** Lower is better; undefined: the letters do not occur in this order. */
export function rankPath(candidate: string, query: string): number | undefined {
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

/** Names that hold the last part of the query in either case. Signs that a pattern would take for its own match anything. */
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

/** What the user has open comes first while nothing is typed. */
function openFiles(): vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: those }) => those);
  const uris = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return uris.filter((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
}

async function findCandidates(query: string, token: vscode.CancellationToken | undefined): Promise<vscode.Uri[]> {
  const excluded = settings.excludedFiles();
  const named = query === "" ? openFiles() : await vscode.workspace.findFiles(namePattern(query), excluded, mostNamed, token);
  if (named.filter((uri) => rankPath(vscode.workspace.asRelativePath(uri), query) !== undefined).length >= shown) return named;
  const all = await vscode.workspace.findFiles("**/*", excluded, mostLooked, token);
  if (all.length > 0) return [...named, ...all];
  const walked = await Promise.all((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => walkFiles(uri, { most: mostLooked, token })));
  return [...named, ...walked.flat()];
}

/** `token`: nobody waits for the answer any more. */
export async function searchFiles(query: string, token?: vscode.CancellationToken): Promise<FoundFile[]> {
  const open = new Set(query === "" ? openFiles().map((uri) => vscode.workspace.asRelativePath(uri)) : []);
  const candidates = new Set((await findCandidates(query, token)).map((uri) => vscode.workspace.asRelativePath(uri)));
  return [...candidates]
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
      return { path: relative, name: path.posix.basename(relative), folder: folder === "." ? "" : folder };
    });
}
