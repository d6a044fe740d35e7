/** Runs the commands that write into the document or propose a replacement of its selection. */
import * as vscode from "vscode";
import { pickRow } from "../../base/pickRow.ts";
import { report } from "../../base/report.ts";
import { withProgress } from "../../base/withProgress.ts";
import { joinText, TextJoiner, type TextLocation } from "../../edits/code/joinText.ts";
import { chooseRequestOptions } from "../../requests/chooseRequestOptions.ts";
import { fillRequestForm } from "../../requests/form/fillRequestForm.ts";
import type { GenerateArguments } from "../../requests/requestOptions.ts";
import type { Studio } from "../../service/studio.ts";
import { windowFolders } from "../../service/windowOfAnswer.ts";
import { askText, forgetTyped } from "../askText.ts";
import { type AnswerPieces, type AnswerStudio, answerPieces, type TextPrompt } from "./answerPieces.ts";
import { askForText } from "./askForText.ts";
import { isUndecided, proposeReplacement } from "./proposeReplacement.ts";
import { insertionIn } from "./textOrigin.ts";
import { writeStream } from "./writeStream.ts";

const { t } = vscode.l10n;

export type TextCommand = "replace" | "insert" | "continue";

/** Characters around the cursor that are sent as context. */
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

type TextSource = AnswerStudio & Pick<Studio, "isDemo" | "models" | "proposals">;

/** Resolves with the text that was written or proposed; undefined: cancelled, or failed and reported. */
export async function runTextCommand(
  studio: TextSource,
  command: TextCommand,
  given: GenerateArguments,
  withOptions = false,
): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  if (command === "replace" && (selection.isEmpty || (await isUndecided(studio, document)))) return undefined;
  const known = given.prompt ?? (command === "continue" ? "" : withOptions ? undefined : await askInstruction(command));
  if (known === undefined && !withOptions) return undefined;
  try {
    const chosen = await chooseText(studio, command, { ...given, ...(known === undefined ? {} : { prompt: known }) }, withOptions);
    if (chosen === undefined) return undefined;
    const { prompt, model, interface: version, choices } = chosen;
    const request = { model, interface: version, instructions: instructions[command], choices };
    // The form was in front of it.
    const shown = withOptions ? await vscode.window.showTextDocument(document, editor.viewColumn) : editor;
    const text =
      command === "replace"
        ? await proposeReplacement(studio, shown, request, prompt)
        : await insertText(studio, shown, { ...request, input: writeInput(command, prompt, document, shown.selection.end) });
    // Whoever leaves a question, such as that of the budget, keeps the model that was chosen before.
    if (text === undefined) return undefined;
    await studio.state.rememberChoices("text", { model, choices: {} });
    forgetTyped(prompt);
    return text;
  } catch (error) {
    const retried = known === undefined ? given : { ...given, prompt: known };
    void report(error, { retry: () => runTextCommand(studio, command, retried, withOptions) });
    return undefined;
  }
}

/** undefined: cancelled. */
async function chooseText(studio: TextSource, command: TextCommand, given: GenerateArguments, withOptions: boolean) {
  const { prompt = "" } = given;
  if (!withOptions) {
    const options = await chooseRequestOptions(studio, "text", { given });
    return options && { ...options, prompt };
  }
  const filled = await fillRequestForm(studio, { kind: "text", prompts: command === "continue" ? [] : [prompt], given });
  return filled && { ...filled.options, prompt: filled.prompts[0] ?? "" };
}

/** Writes the answer at the end of the selection while it arrives. undefined: it would exceed the user's budget. */
async function insertText(studio: AnswerStudio, editor: vscode.TextEditor, request: TextPrompt): Promise<string | undefined> {
  const allowance = await askForText(studio, request);
  if (allowance === undefined) return undefined;
  const { document, selection } = editor;
  const text = document.getText();
  const offset = document.offsetAt(selection.end);
  const location = { before: text.slice(0, offset), after: text.slice(offset), languageId: document.languageId };
  const uri = document.uri.toString();
  const insertion = insertionIn({ uri, languageId: document.languageId, text }, offset);
  const written = await withProgress(t("Writing with {0}", request.model), (signal) => {
    const answer = answerPieces(studio, request, allowance, signal, { folders: windowFolders(), document: uri, insertion });
    const finish = async () => {
      const whole = await (await answer).finish();
      return whole === undefined ? undefined : joinText(location, whole);
    };
    // Track the location from now on, because the user may edit the document while a service starts.
    const pieces = joinPieces(location, answer);
    return writeStream(document, new vscode.Range(selection.end, selection.end), pieces, finish).finally(async () => (await answer).end());
  });
  return written.text;
}

async function* joinPieces(location: TextLocation, answer: Promise<AnswerPieces>): AsyncGenerator<string> {
  const joiner = new TextJoiner(location);
  // Also write what arrived before an error.
  try {
    for await (const piece of (await answer).pieces) yield joiner.add(piece);
  } finally {
    yield joiner.end();
  }
}

/** Asks which command to run with options. Replacing needs a selection. */
export async function askTextCommand(): Promise<TextCommand | undefined> {
  const hasSelection = vscode.window.activeTextEditor?.selection.isEmpty === false;
  const items: { label: string; value: TextCommand }[] = [
    ...(hasSelection ? [{ label: t("Replace Selection"), value: "replace" as const }] : []),
    { label: t("Insert at Cursor"), value: "insert" },
    { label: t("Continue Writing"), value: "continue" },
  ];
  return (await pickRow(items, { title: t("Write with Options") }))?.value;
}

function askInstruction(command: "replace" | "insert"): Promise<string | undefined> {
  const titles = { replace: t("Replace Selection"), insert: t("Insert at Cursor") };
  const questions = {
    replace: t("How should the selection change?"),
    insert: t("What should be written here?"),
  };
  return askText(titles[command], questions[command]);
}

function writeInput(command: "insert" | "continue", prompt: string, document: vscode.TextDocument, position: vscode.Position): string {
  const offset = document.offsetAt(position);
  const text = document.getText();
  const before = text.slice(Math.max(0, offset - contextBefore), offset);
  if (command === "continue") return [prompt, before].filter((part) => part !== "").join("\n\n");
  return `${prompt}\n\n--- Text before the cursor ---\n${before}\n--- Text after the cursor ---\n${text.slice(offset, offset + contextAfter)}`;
}
