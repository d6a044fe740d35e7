/** Registers the handlers of a table of commands. */
import * as vscode from "vscode";
import type { CommandTable } from "./command.ts";

export type Handlers<Table extends CommandTable> = { readonly [Name in keyof Table]: (...values: unknown[]) => unknown };

/** A missing handler is a compile error. */
export function registerCommands<Table extends CommandTable>(handlers: Handlers<Table>): vscode.Disposable {
  const registered = Object.entries<(...values: unknown[]) => unknown>(handlers).map(([name, handler]) =>
    vscode.commands.registerCommand(`generationStudio.${name}`, handler),
  );
  return vscode.Disposable.from(...registered);
}
