/** Finds the files below a folder of a file system that VS Code cannot search. */
import * as vscode from "vscode";

/** Folders of packages and of version control, which VS Code's search excludes too. */
export const passedOver = ["node_modules", ".git", ".hg", ".svn"];

export interface Walk {
  /** Maximum number of files. */
  most: number;
  /** Levels of folders, as each folder may be a request to another machine; without it, all. */
  deepest?: number;
  /** If it is cancelled, the files found so far are returned. */
  token?: vscode.CancellationToken | undefined;
}

/** Breadth first. Links to folders are not followed, since they may form a cycle; a folder that cannot be read counts as empty. */
export async function walkFiles(root: vscode.Uri, { most, deepest = Number.POSITIVE_INFINITY, token }: Walk): Promise<vscode.Uri[]> {
  const found: vscode.Uri[] = [];
  let level = [root];
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const next: vscode.Uri[] = [];
    for (const folder of level) {
      if (found.length >= most || token?.isCancellationRequested) return found.slice(0, most);
      const entries = await vscode.workspace.fs.readDirectory(folder).then(
        (read) => read,
        () => [],
      );
      for (const [name, type] of entries) {
        const uri = vscode.Uri.joinPath(folder, name);
        if (type & vscode.FileType.File) found.push(uri);
        else if (type === vscode.FileType.Directory && !passedOver.includes(name)) next.push(uri);
      }
    }
    level = next;
  }
  return found.slice(0, most);
}
