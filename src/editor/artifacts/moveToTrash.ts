import path from "node:path";
import * as vscode from "vscode";
import { confirm, report } from "../base/report.ts";
import { sizeOf } from "./findMoved.ts";

const { t } = vscode.l10n;

/** File systems of other machines have no trash. Asks before files there are deleted permanently, unless `isConfirmed`. */
export async function moveToTrash(files: readonly vscode.Uri[], isConfirmed: boolean): Promise<void> {
  const left: vscode.Uri[] = [];
  for (const file of files) {
    try {
      await vscode.workspace.fs.delete(file, { useTrash: true });
    } catch {
      if ((await sizeOf(file)) !== undefined) left.push(file);
    }
  }
  const [first] = left;
  if (first === undefined) return;
  const question =
    left.length === 1
      ? t("{0} cannot be moved to the trash. Delete it permanently?", path.posix.basename(first.path))
      : t("{0} files cannot be moved to the trash. Delete them permanently?", left.length);
  if (!isConfirmed && !(await confirm(question, t("Delete Permanently")))) return;
  for (const file of left) {
    try {
      await vscode.workspace.fs.delete(file);
    } catch (error) {
      void report(error);
    }
  }
}
