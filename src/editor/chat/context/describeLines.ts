import * as vscode from "vscode";

const { t } = vscode.l10n;

/** The name of an attached passage. `first`, `last`: indexes of lines; `last` is inclusive. */
export function describeLines(name: string, first: number, last: number): string {
  return first === last ? t("{0}, line {1}", name, first + 1) : t("{0}, lines {1}", name, `${first + 1}–${last + 1}`);
}
