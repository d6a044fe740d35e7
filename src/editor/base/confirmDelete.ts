/** Asks for confirmation before something is deleted here, and perhaps on the service. */
import * as vscode from "vscode";
import { choose, confirm } from "./report.ts";

const { t } = vscode.l10n;

export type Deletion = "everywhere" | "here";

/** `isStored`: the service may still have some of it. `about`: what is deleted and what is kept. undefined: cancelled. */
export async function confirmDelete(question: string, isStored: boolean, about = ""): Promise<Deletion | undefined> {
  if (!isStored) return (await confirm(question, t("Delete"), about || undefined)) ? "here" : undefined;
  const [everywhere, here] = [t("Delete"), t("Delete Here Only")];
  const stored = t("The service stores results for 30 days. “{0}” keeps them there.", here);
  const answer = await choose(question, [everywhere, here], [about, stored].filter((part) => part !== "").join("\n\n"));
  if (answer === undefined) return undefined;
  return answer === here ? "here" : "everywhere";
}
