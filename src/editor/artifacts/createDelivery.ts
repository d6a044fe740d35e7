import { readFile } from "node:fs/promises";
import * as vscode from "vscode";
import type { Delivery } from "../../generations/taskEnvironment.ts";

/** Writes artifacts with VS Code's file systems, for folders that are not on this machine's disk. */
export function createDelivery(): Delivery {
  const { fs } = vscode.workspace;
  const parse = (uri: string) => vscode.Uri.parse(uri, true);
  return {
    reaches: (uri) => fs.isWritableFileSystem(parse(uri).scheme) !== undefined,
    locate: (folder, segments) => vscode.Uri.joinPath(parse(folder), ...segments).toString(),
    async size(uri) {
      try {
        return (await fs.stat(parse(uri))).size;
      } catch (error) {
        if (error instanceof vscode.FileSystemError && error.code === "FileNotFound") return undefined;
        throw error;
      }
    },
    read: async (uri) => fs.readFile(parse(uri)),
    async write(uri, path) {
      const file = parse(uri);
      await fs.createDirectory(vscode.Uri.joinPath(file, ".."));
      await fs.writeFile(file, await readFile(path));
    },
  };
}
