/** Shows Accept and Reject above each proposed change, in the diff and in the file's editor. */
import * as vscode from "vscode";
import type { Proposal } from "./proposal.ts";
import type { HunkLocation } from "./review.ts";

const { t } = vscode.l10n;

export function createLenses(proposal: Proposal, uri: vscode.Uri): vscode.CodeLens[] {
  // The current side has no lenses, because they would duplicate those of the proposed side next to it.
  if (uri.toString() === proposal.currentUri.toString()) return [];
  const side = proposal.sideOf(uri);
  const lastLine = proposal.review[side].length - 1;
  return proposal.review.undecidedIn(side).flatMap((location, index) => {
    const line = Math.min(location.line, lastLine);
    const range = new vscode.Range(line, 0, line, 0);
    return commandsFor(proposal, location, index === 0).map((command) => new vscode.CodeLens(range, command));
  });
}

function commandsFor(proposal: Proposal, { hunk, state }: HunkLocation, isFirst: boolean): vscode.Command[] {
  const { review, proposedUri } = proposal;
  const command = (name: string, title: string, ...values: unknown[]): vscode.Command => ({
    command: `generationStudio.${name}`,
    title,
    arguments: [proposedUri, ...values],
  });
  if (proposal.isWriting) return isFirst ? [{ command: "", title: `$(loading~spin) ${t("Writing…")}` }] : [];
  if (proposal.isGone)
    return isFirst
      ? [
          { command: "", title: `$(warning) ${t("Cannot be applied: the file was deleted")}` },
          command("rejectChanges", `$(close) ${t("Reject")}`),
        ]
      : [];
  const own =
    state === "open"
      ? [command("acceptChange", `$(check) ${t("Accept")}`, hunk.id), command("rejectChange", `$(close) ${t("Reject")}`, hunk.id)]
      : [
          { command: "", title: `$(warning) ${t("Cannot be applied: these lines have been edited since")}` },
          command("copyChange", t("Copy Proposed Text"), hunk.id),
          command("rejectChange", `$(close) ${t("Reject")}`, hunk.id),
        ];
  if (!isFirst) return own;
  const count = review.open.length;
  const together =
    count > 1 ? [command("acceptChanges", t("Accept All {0}", count)), command("rejectChanges", t("Reject All {0}", count))] : [];
  const again = proposal.canRevise
    ? [command("tryAgain", `$(refresh) ${t("Try Again")}`), command("refine", `$(edit) ${t("Refine…")}`)]
    : [];
  return [...own, ...together, ...again];
}
