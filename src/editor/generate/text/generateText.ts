/** A text command and what it was given in; the answer streamed into the document out. */
import * as vscode from "vscode";
import { report } from "../../report.ts";
import type { Studio } from "../../studio.ts";
import { askText, forgetTyped } from "../askText.ts";
import { chooseWish } from "../chooseWish.ts";
import { describePrompt } from "../linkSyntax.ts";
import type { GenerateArguments } from "../wish.ts";
import { answerPieces } from "./answerPieces.ts";
import type { Replacements } from "./replacements.ts";
import { writeStream } from "./writeStream.ts";

export type TextCommand = "replace" | "insert" | "continue";

/** Characters of the document around the cursor that are sent along. */
const contextBefore = 6000;
const contextAfter = 2000;

const instructions: Record<TextCommand, string> = {
  replace:
    "You edit a document. The user gives an instruction and a passage. Answer with the new passage alone: no introduction, no explanation, no fence around it.",
  insert:
    "You write in a document. The user gives an instruction and the text around the cursor. Answer with the text for the cursor's place alone: no introduction, no explanation.",
  continue:
    "You continue a document in its own language, tone and format. Answer with what comes next alone: no introduction, no repetition.",
};

/** Resolves with the text that was written; undefined: put away, or failed and reported. */
export async function generateText(
  studio: Studio,
  replacements: Replacements,
  command: TextCommand,
  given: GenerateArguments,
): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  if (command === "replace" && selection.isEmpty) return undefined;
  const prompt = given.prompt ?? (command === "continue" ? "" : await askInstruction(command));
  if (prompt === undefined) return undefined;
  try {
    const wish = await chooseWish(studio, "text", { given });
    if (wish === undefined) return undefined;
    await studio.state.rememberChoices("text", { model: wish.model, choices: {} });
    const range = command === "replace" ? new vscode.Range(selection.start, selection.end) : new vscode.Range(selection.end, selection.end);
    const before = document.getText();
    const passage = document.getText(range);
    const input = writeInput(command, prompt, document, range);
    const written = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t("Writing with {0}", wish.model), cancellable: true },
      async (_, token) => {
        const controller = new AbortController();
        token.onCancellationRequested(() => controller.abort());
        const request = { model: wish.model, interface: wish.interface, instructions: instructions[command], input };
        const answer = await answerPieces(studio, request, controller.signal);
        const finish = command === "replace" ? async () => fitPassage(await answer.finish(), passage) : answer.finish;
        return writeStream(document, range, answer.pieces, finish);
      },
    );
    forgetTyped(prompt);
    if (command === "replace") await replacements.offer(document, before, written, describePrompt(prompt, 40));
    return written.text;
  } catch (error) {
    void report(error, { retry: () => generateText(studio, replacements, command, { ...given, prompt }) });
    return undefined;
  }
}

function askInstruction(command: "replace" | "insert"): Promise<string | undefined> {
  const { l10n } = vscode;
  const titles = { replace: l10n.t("Replace Selection"), insert: l10n.t("Insert at Cursor") };
  const questions = {
    replace: l10n.t("How should the selection change?"),
    insert: l10n.t("What should be written here?"),
  };
  return askText(titles[command], questions[command]);
}

/** Blank lines around an answer are the model's; those around the passage are the document's, and stay. */
function fitPassage(answer: string | undefined, passage: string): string | undefined {
  if (answer === undefined) return undefined;
  return `${/^\s*/.exec(passage)?.[0] ?? ""}${answer.trim()}${/\s*$/.exec(passage)?.[0] ?? ""}`;
}

function writeInput(command: TextCommand, prompt: string, document: vscode.TextDocument, range: vscode.Range): string {
  if (command === "replace") return `${prompt}\n\n${document.getText(range)}`;
  const offset = document.offsetAt(range.end);
  const text = document.getText();
  const before = text.slice(Math.max(0, offset - contextBefore), offset);
  if (command === "continue") return [prompt, before].filter((part) => part !== "").join("\n\n");
  return `${prompt}\n\n--- Text before the cursor ---\n${before}\n--- Text after the cursor ---\n${text.slice(offset, offset + contextAfter)}`;
}
