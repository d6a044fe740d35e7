/** Registers the commands for deciding on proposed edits. Nothing is loaded before one is used. */
import * as vscode from "vscode";
import { announce, mention, report } from "../base/report.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import type { editCommands } from "./commands.ts";
import type { Proposal } from "./proposal.ts";
import type { Proposals } from "./proposals.ts";
import type { ReviewedHunk } from "./review.ts";

const { t } = vscode.l10n;

export function registerEdits(source: { proposals(): Promise<Proposals> }): vscode.Disposable {
  void closeRestored();
  const decide = (run: (proposal: Proposal, id: unknown) => unknown) => async (given: unknown, id: unknown) => {
    try {
      const proposal = await findProposal(source, given);
      return proposal !== undefined && (await run(proposal, id)) !== false;
    } catch (error) {
      await report(error);
      return false;
    }
  };
  const decideChange = (run: (proposal: Proposal, hunk: ReviewedHunk) => unknown) =>
    decide((proposal, id) => {
      const hunk = findHunk(proposal, id);
      if (hunk !== undefined) return run(proposal, hunk);
      mention(t("Put the cursor on a change."));
      return false;
    });
  return registerCommands<typeof editCommands>({
    acceptChanges: decide(acceptAll),
    rejectChanges: decide((proposal) => proposal.reject()),
    acceptChange: decideChange(async (proposal, { id }) => {
      const isAccepted = await proposal.accept(id);
      announceGone(proposal);
      return isAccepted;
    }),
    rejectChange: decideChange((proposal, { id }) => proposal.reject(id)),
    copyChange: decideChange((_, { added }) => vscode.env.clipboard.writeText(added.join("\n"))),
    tryAgain: decide((proposal) => proposal.canRevise && proposal.options.revise?.tryAgain()),
    refine: decide((proposal) => proposal.canRevise && proposal.options.revise?.refine()),
  });
}

/** Closes diffs that VS Code restored from an earlier session, because their texts are lost. */
async function closeRestored(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const stale = tabs.filter(
    ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === "generation-studio-proposal",
  );
  if (stale.length > 0) await vscode.window.tabGroups.close(stale);
}

/** The proposal of the lens or title bar that was clicked, else the one in the active editor. */
async function findProposal(source: { proposals(): Promise<Proposals> }, given: unknown): Promise<Proposal | undefined> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const candidates =
    given instanceof vscode.Uri
      ? [given]
      : [input instanceof vscode.TabInputTextDiff ? input.modified : undefined, vscode.window.activeTextEditor?.document.uri];
  const proposals = await source.proposals();
  return candidates.flatMap((uri) => (uri && proposals.find(uri)) ?? []).at(0);
}

/** @param id Id of the change whose lens was clicked; undefined: the change at the cursor. */
function findHunk(proposal: Proposal, id: unknown): ReviewedHunk | undefined {
  const editor = vscode.window.activeTextEditor;
  if (typeof id === "number") return proposal.review.undecidedIn("current").find(({ hunk }) => hunk.id === id)?.hunk;
  if (editor === undefined) return undefined;
  const line = editor.selection.active.line;
  // A change without lines on this side (a deletion on the proposed side, an insertion on the current one) matches the lines around it.
  const isAt = (location: { line: number; end: number }) =>
    location.end > location.line ? line >= location.line && line < location.end : line === location.line || line === location.line - 1;
  return proposal.review.undecidedIn(proposal.sideOf(editor.document.uri)).find(isAt)?.hunk;
}

async function acceptAll(proposal: Proposal): Promise<boolean> {
  const isAccepted = await proposal.accept();
  announceGone(proposal);
  const { conflictCount } = proposal.review;
  if (conflictCount > 0)
    void announce(t("Not applied, because their lines have been edited since: {0} of the proposed changes.", conflictCount));
  return isAccepted;
}

function announceGone({ isGone, uri }: Proposal): void {
  if (isGone) void announce(t("{0} was deleted, so its changes cannot be accepted.", vscode.workspace.asRelativePath(uri)));
}
