/** Finds the files below a folder of a file system that VS Code cannot search. */
import * as vscode from "vscode";

/** Folders of packages and of version control, which VS Code's own search leaves out too. */
export const passedOver = ["node_modules", ".git", ".hg", ".svn"];

export interface Walk {
  /** Files; no more are looked for. */
  most: number;
  /** Levels of folders: each may be a request to another machine. Without it, all. */
  deepest?: number;
  /** What was found by then is what is found. */
  token?: vscode.CancellationToken | undefined;
}

/** Breadth first. Links to folders are not followed, since they may lead in a circle; a folder that cannot be read counts as empty. */
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
