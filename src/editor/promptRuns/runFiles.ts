/** Runs several prompt documents after the user has confirmed their number. */

import * as vscode from "vscode";
import { announce, confirm } from "../base/report.ts";
import { findFilesBelow } from "../prompts/findFilesBelow.ts";
import { promptLanguageId } from "../prompts/promptLanguage.ts";
import { requireRunning } from "../prompts/requireRunning.ts";
import { withTaskProgress } from "../requests/withTaskProgress.ts";
import { describeBilling } from "../showing/billing.ts";
import { type RunnerParts, runDocument } from "./promptRunner.ts";

const { t } = vscode.l10n;

/** Maximum number of documents in a folder that are run. */
const mostDocuments = 1000;

/** Runs the documents in a folder, one after another. */
export async function runFolder(parts: RunnerParts, folder: vscode.Uri): Promise<void> {
  if (!requireRunning()) return;
  const found = await findFilesBelow(folder, "**/*.gen.md", mostDocuments);
  if (found.length === 0) void announce(t("There is no prompt document in this folder."));
  else await runFiles(parts, found);
}

/** If one document fails, the others still run. */
export async function runFiles(parts: RunnerParts, found: readonly vscode.Uri[]): Promise<void> {
  if (!requireRunning()) return;
  const files = found.toSorted((a, b) => a.path.localeCompare(b.path));
  const names = files.slice(0, 10).map((file) => vscode.workspace.asRelativePath(file));
  const more = files.length > names.length ? ["…"] : [];
  const question = t("Run {0} prompt documents?", files.length);
  const about = [...names, ...more, "", describeBilling(undefined, files.length)];
  if (!(await confirm(question, t("Run All"), about.join("\n")))) return;
  const { baseUrl } = await parts.studio.connection();
  await withTaskProgress(
    await parts.studio.tasks(),
    { title: t("Running prompt documents"), shortTitle: t("Prompts"), baseUrl, models: undefined },
    async (report, signal) => {
      for (const [index, file] of files.entries()) {
        if (signal.aborted) return;
        report(`${index + 1}/${files.length} ${vscode.workspace.asRelativePath(file)}`, 100 / files.length);
        const document = await vscode.workspace.openTextDocument(file);
        const known =
          document.languageId === promptLanguageId ? document : await vscode.languages.setTextDocumentLanguage(document, promptLanguageId);
        const stop = () => parts.register.of(file)?.controller.abort();
        signal.addEventListener("abort", stop);
        await runDocument(parts, known, { isShown: false }).finally(() => signal.removeEventListener("abort", stop));
      }
    },
  );
}
