/** A part of a file's path in; the workspace's files that fit best, few enough for a list, out. */
import path from "node:path";
import * as vscode from "vscode";

const shown = 12;
const looked = 4000;

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

export async function searchFiles(query: string): Promise<{ path: string; name: string; folder: string }[]> {
  const uris = await vscode.workspace.findFiles("**/*", undefined, looked);
  return uris
    .map((uri) => vscode.workspace.asRelativePath(uri))
    .flatMap((relative) => {
      const rank = rankPath(relative, query);
      return rank === undefined ? [] : [{ relative, rank }];
    })
    .sort((one, other) => one.rank - other.rank || one.relative.localeCompare(other.relative))
    .slice(0, shown)
    .map(({ relative }) => {
      const folder = path.posix.dirname(relative);
      return { path: relative, name: path.posix.basename(relative), folder: folder === "." ? "" : folder };
    });
}
