/** VS Code's context in; the studio that every feature shares, with nothing loaded yet, out. */
import type * as vscode from "vscode";
import type { Studio } from "./studio.ts";

export function createStudio(_context: vscode.ExtensionContext): Studio {
  throw new Error("to be written");
}
