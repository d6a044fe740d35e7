/** Finds files of the workspace, also where VS Code cannot search. */
import * as vscode from "vscode";
import { passedOver, walkFiles } from "./walkFiles.ts";

/** Levels of folders where VS Code has no search: each is a request to another machine. */
const deepestFolder = 4;

export interface WorkspaceSearch {
  /** Globs, each searched for itself. */
  patterns: readonly string[];
  /** Whether the patterns match it, for files that VS Code does not search. */
  matches(file: vscode.Uri): boolean;
  /** Files; no more are looked for. */
  most: number;
  /** A group of globs in braces: what is left out besides folders of packages and of version control. */
  excluded?: string;
  token?: vscode.CancellationToken;
}

export async function searchWorkspace({ patterns, matches, most, excluded, token }: WorkspaceSearch): Promise<vscode.Uri[]> {
  // Groups within groups are not understood.
  const leftOut = `{${[...passedOver.map((name) => `**/${name}/**`), excluded?.slice(1, -1)].filter(Boolean).join(",")}}`;
  const searched = (await Promise.all(patterns.map((pattern) => vscode.workspace.findFiles(pattern, leftOut, most, token)))).flat();
  const elsewhere = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme !== "file");
  const isSearched = (folder: vscode.Uri) =>
    searched.some(({ scheme, authority }) => scheme === folder.scheme && authority === folder.authority);
  const walked = await Promise.all(
    elsewhere.filter((folder) => !isSearched(folder)).map((folder) => walkFiles(folder, { most, deepest: deepestFolder, token })),
  );
  return [...searched, ...walked.flat().filter(matches)].slice(0, most);
}
