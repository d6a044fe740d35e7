/** The pinned version of VS Code's server, and the locations of its parts. */
import path from "node:path";

export const repositoryFolder = path.resolve(import.meta.dirname, "..", "..");

/** The npm package that contains VS Code's server; version 4.139.1 contains VS Code 1.139.1. */
export const serverPackage = { name: "code-server", version: "4.139.1" } as const;

/** Git-ignored, like `.vscode-test/` of `@vscode/test-electron`. */
export const hostFolder = path.join(repositoryFolder, ".vscode-host");

export interface ServerLocation {
  /** The installed package. */
  packageFolder: string;
  /** Entry point of VS Code's own server, which also installs and lists extensions. */
  serverEntry: string;
  /** code-server's entry point, with which secrets survive a reload. */
  personEntry: string;
}

/** The parts of a server that npm installed in `folder`. */
export function serverAt(folder: string): ServerLocation {
  const packageFolder = path.join(folder, "node_modules", serverPackage.name);
  return {
    packageFolder,
    serverEntry: path.join(packageFolder, "lib", "vscode", "out", "server-main.js"),
    personEntry: path.join(packageFolder, "out", "node", "entry.js"),
  };
}
