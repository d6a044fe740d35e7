/** Improve Prompt…: a text model proposes a better prompt, which replaces the old one when the user accepts it. */
import * as vscode from "vscode";
import type { Kind } from "../../../contract/kind.ts";
import { parsePromptDocument } from "../../../prompt/parse/promptDocument.ts";
import { mention, report } from "../../base/report.ts";
import { isPromptDocument } from "../../prompts/promptLanguage.ts";
import { chooseRequestOptions } from "../../requests/chooseRequestOptions.ts";
import type { GenerateArguments } from "../../requests/requestOptions.ts";
import type { Studio } from "../../service/studio.ts";
import type { AnswerStudio } from "./answerPieces.ts";
import { askImprovement, improvementRules } from "./askImprovement.ts";
import { isUndecided, proposeReplacement } from "./proposeReplacement.ts";

type ImprovementSource = AnswerStudio & Pick<Studio, "isDemo" | "models" | "proposals">;

/**
 * Improves the selection, or the whole prompt of a prompt document. `given`: an instruction and a model that are then not asked for.
 * Resolves with the proposed prompt; undefined: cancelled, or failed and reported.
 */
export async function improvePrompt(studio: ImprovementSource, given: GenerateArguments): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, viewColumn } = editor;
  const found = findPrompt(editor);
  if (found === undefined) {
    mention(vscode.l10n.t("There is no prompt to improve."));
    return undefined;
  }
  if (await isUndecided(studio, document)) return undefined;
  try {
    const options = given.prompt === undefined ? undefined : await chooseRequestOptions(studio, "text", { given });
    const asked = options === undefined ? await askImprovement(studio, found.kind) : { options, instruction: given.prompt ?? "" };
    if (asked === undefined) return undefined;
    const { model, interface: version, choices } = asked.options;
    const request = { model, interface: version, instructions: improvementRules, choices };
    return await proposeReplacement(studio, { document, selection: found.selection, viewColumn }, request, asked.instruction);
  } catch (error) {
    void report(error, { retry: () => improvePrompt(studio, given) });
    return undefined;
  }
}

/** undefined: nothing is selected, and the document has no prompt below its front matter. */
function findPrompt({ document, selection }: vscode.TextEditor): { selection: vscode.Selection; kind: Kind } | undefined {
  const parsed = isPromptDocument(document) ? parsePromptDocument(document.getText()) : undefined;
  const kind = parsed?.kind ?? "image";
  if (!selection.isEmpty) return { selection, kind };
  if (parsed === undefined) return undefined;
  const { start, end } = parsed.body.range;
  const text = parsed.text.slice(start, end);
  if (text.trim() === "") return undefined;
  const from = document.positionAt(start + text.length - text.trimStart().length);
  return { selection: new vscode.Selection(from, document.positionAt(start + text.trimEnd().length)), kind };
}
