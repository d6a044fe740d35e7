/** Finds files of the workspace, including file systems that VS Code cannot search. */
import * as vscode from "vscode";
import { passedOver, walkFiles } from "./walkFiles.ts";

/** Levels of folders to read where VS Code has no search: each folder is a request to another machine. */
const deepestFolder = 4;

export interface WorkspaceSearch {
  /** Globs, each searched separately. */
  patterns: readonly string[];
  /** Whether a file matches the patterns, for file systems that VS Code does not search. */
  matches(file: vscode.Uri): boolean;
  /** Maximum number of files. */
  most: number;
  /** A glob of alternatives in braces, excluded in addition to the folders of packages and version control. */
  excluded?: string;
  token?: vscode.CancellationToken;
}

export interface FoundFiles {
  files: vscode.Uri[];
  /** false: there may be more files than `most`. */
  isComplete: boolean;
}

export async function searchWorkspace({ patterns, matches, most, excluded, token }: WorkspaceSearch): Promise<FoundFiles> {
  // VS Code does not support nested braces.
  const leftOut = `{${[...passedOver.map((name) => `**/${name}/**`), excluded?.slice(1, -1)].filter(Boolean).join(",")}}`;
  const searches = await Promise.all(patterns.map((pattern) => vscode.workspace.findFiles(pattern, leftOut, most, token)));
  const searched = searches.flat();
  const elsewhere = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme !== "file");
  const isSearched = (folder: vscode.Uri) =>
    searched.some(({ scheme, authority }) => scheme === folder.scheme && authority === folder.authority);
  const walked = await Promise.all(
    elsewhere.filter((folder) => !isSearched(folder)).map((folder) => walkFiles(folder, { most, deepest: deepestFolder, token })),
  );
  const found = [...searched, ...walked.flat().filter(matches)];
  return { files: found.slice(0, most), isComplete: found.length <= most && [...searches, ...walked].every(({ length }) => length < most) };
}
