/** The command that changes the voices of a dialogue. */
import * as vscode from "vscode";
import { announce } from "../base/report.ts";
import { buildTaskRequest } from "../requests/buildTaskRequest.ts";
import type { ModelSource } from "../requests/chooseModel.ts";
import { chooseRequestOptions } from "../requests/chooseRequestOptions.ts";
import { chooseSpeakers } from "../requests/chooseSpeakers.ts";
import { planNarration } from "../requests/planNarration.ts";
import { selectedPrompts } from "./findPrompts.ts";

/** Lets the user change the voices of the selected dialogue, or of the whole document. */
export async function changeSpeakers(studio: ModelSource): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const selected = await selectedPrompts("audio");
  const text = selected.map((prompt) => prompt.text).join("\n\n") || (editor?.document.getText() ?? "");
  const options = await chooseRequestOptions(studio, "audio", { given: {} });
  if (options === undefined) return;
  const narration = planNarration(studio, buildTaskRequest(text, options));
  if (narration === undefined)
    await announce(vscode.l10n.t("Select a dialogue whose lines begin with names, such as “Anna: Good evening.”"));
  else await chooseSpeakers(studio, options.model, narration.voices);
}
