/** Proposes a replacement of the selection. The document changes only when the user accepts it. */
import * as vscode from "vscode";
import type { Allowance } from "../../../generations/allowance.ts";
import { describePrompt } from "../../artifacts/linkSyntax.ts";
import { openDocument } from "../../artifacts/openDocument.ts";
import { mention, report } from "../../base/report.ts";
import { withProgress } from "../../base/withProgress.ts";
import { fitToSelection } from "../../edits/code/fitCode.ts";
import { replaceRange, splitLines } from "../../edits/hunks.ts";
import type { Studio } from "../../service/studio.ts";
import { windowFolders } from "../../service/windowOfAnswer.ts";
import { askText, forgetTyped } from "../askText.ts";
import { type AnswerStudio, answerPieces, type TextPrompt } from "./answerPieces.ts";
import { askForText } from "./askForText.ts";
import { findPassage, replacementIn, type TextReplacement } from "./textOrigin.ts";

const { t } = vscode.l10n;

/** Whether the document has an open proposal, which is then shown. Nothing else can be proposed until the user has decided. */
export async function isUndecided(studio: Pick<Studio, "proposals">, { uri }: vscode.TextDocument): Promise<boolean> {
  const proposal = (await studio.proposals()).find(uri);
  if (proposal === undefined) return false;
  await proposal.show();
  mention(t("Accept or reject these changes first."));
  return true;
}

const titleOf = (instruction: string) => t("Replacement: {0}", describePrompt(instruction, 40));

/** Proposes a text that has arrived after the window was closed. `changed`: the document does not contain the passage any more. */
export async function proposeArrived(
  studio: Pick<Studio, "proposals">,
  replacement: TextReplacement,
  text: string,
): Promise<"changed" | "proposed" | "undecided"> {
  const document = await openReplaced(replacement);
  const found = document && findPassage(replacement, document.getText());
  if (document === undefined || found === undefined) return "changed";
  if (await isUndecided(studio, document)) return "undecided";
  const range = new vscode.Range(document.positionAt(found.start), document.positionAt(found.end));
  const target = { lines: splitLines(document.getText()), languageId: document.languageId };
  const options = { title: titleOf(replacement.instruction), viewColumn: undefined };
  const proposal = (await studio.proposals()).begin(document.uri, document, options);
  await proposal.fill(async (propose) => propose(replaceRange(target.lines, range, fitToSelection(target, range, text))));
  return "proposed";
}

/** Whether a text that has arrived can still replace the passage. */
export async function canPropose(replacement: TextReplacement): Promise<boolean> {
  const document = await openReplaced(replacement);
  return document !== undefined && findPassage(replacement, document.getText()) !== undefined;
}

/** A document that was renamed is found by the passage. */
const openReplaced = (replacement: TextReplacement) => openDocument({ ...replacement, before: replacement.passage });

/** Resolves with the new passage once it is complete; the user may decide later. undefined: it would exceed the user's budget. */
export async function proposeReplacement(
  studio: AnswerStudio & Pick<Studio, "proposals">,
  editor: Pick<vscode.TextEditor, "document" | "selection" | "viewColumn">,
  request: Omit<TextPrompt, "input">,
  instruction: string,
): Promise<string | undefined> {
  const allowed = await askForText(studio, { ...request, input: instruction });
  if (allowed === undefined) return undefined;
  const { document, selection, viewColumn } = editor;
  const range = new vscode.Range(selection.start, selection.end);
  const passage = splitLines(document.getText(range)).join("\n");
  const opened = { uri: document.uri.toString(), languageId: document.languageId, text: document.getText() };
  const replacement = replacementIn(opened, { offset: document.offsetAt(range.start), passage, instruction });
  const target = { lines: splitLines(document.getText()), languageId: document.languageId };
  const retry = (run: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await run();
    } catch (error) {
      void report(error, { retry: retry(run) });
    }
  };
  const proposals = await studio.proposals();
  const proposal = proposals.begin(document.uri, document, {
    title: titleOf(instruction),
    viewColumn,
    revise: { tryAgain: retry(tryAgain), refine: retry(refine) },
  });
  let proposed = passage;
  /** The input for the proposed text; a refinement is based on the previous proposal. */
  let input = `${instruction}\n\n${passage}`;

  function write(allowance: Allowance): Promise<void> {
    return proposal.fill(async (propose, ended) => {
      await withProgress(t("Writing with {0}", request.model), async (cancelled) => {
        const signal = AbortSignal.any([ended, cancelled]);
        const origin = { folders: windowFolders(), document: opened.uri, replacement };
        const answer = await answerPieces(studio, { ...request, input }, allowance, signal, origin);
        const show = (text: string) => {
          proposed = fitToSelection(target, range, text);
          propose(replaceRange(proposal.review.base, range, proposed));
        };
        try {
          let text = "";
          for await (const piece of answer.pieces) {
            text += piece;
            show(text);
          }
          const whole = await answer.finish();
          if (whole !== undefined) show(whole);
        } finally {
          await answer.end();
        }
      });
    });
  }

  /** Resolves with whether the user's budget allows it. */
  async function writeAgain(next: string): Promise<boolean> {
    const allowance = await askForText(studio, { ...request, input: next });
    if (allowance === undefined || proposal.isEnded) return false;
    input = next;
    await write(allowance);
    return true;
  }

  function tryAgain(): Promise<boolean> {
    return writeAgain(input);
  }

  async function refine(): Promise<void> {
    const refinement = await askText(t("Refine"), t("How should the proposed text change?"));
    if (refinement === undefined || proposal.isEnded) return;
    if (await writeAgain(`${refinement}\n\n${proposed}`)) forgetTyped(refinement);
  }

  try {
    await write(allowed);
  } catch (error) {
    if (proposal.isEnded) throw error;
    // The text that arrived stays visible, and can be replaced by trying again.
    void report(error, { retry: retry(tryAgain) });
  }
  if (proposed === passage) mention(t("The answer is the same text: nothing changes."));
  return proposed;
}
