/** A folder of any file system in; the files below it out. */
import * as vscode from "vscode";

const passedOver = ["node_modules", ".git"];

/** Levels of folders that are walked where VS Code has no search: each is a request to another machine. */
const deepestFolder = 4;

/** In the order in which they are found. VS Code searches the folders of the workspace; others are walked through. */
export async function findFilesBelow(folder: vscode.Uri, pattern: "**/*" | "**/*.gen.md", most: number): Promise<vscode.Uri[]> {
  const isSearched = vscode.workspace.getWorkspaceFolder(folder) !== undefined;
  const exclude = `**/{${passedOver.join(",")}}/**`;
  const found = isSearched ? await vscode.workspace.findFiles(new vscode.RelativePattern(folder, pattern), exclude, most) : [];
  if (found.length > 0 || folder.scheme === "file") return found;
  const files: vscode.Uri[] = [];
  await walk(folder, deepestFolder, files, most);
  return pattern === "**/*" ? files : files.filter((file) => file.path.endsWith(".gen.md"));
}

async function walk(folder: vscode.Uri, levels: number, files: vscode.Uri[], most: number): Promise<void> {
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (read) => read,
    () => [],
  );
  for (const [name, type] of entries) {
    if (files.length >= most) return;
    const uri = vscode.Uri.joinPath(folder, name);
    if ((type & vscode.FileType.Directory) === 0) files.push(uri);
    else if (levels > 1 && !passedOver.includes(name)) await walk(uri, levels - 1, files, most);
  }
}
