/** Asks how a prompt should be improved, and by which model. Nothing is sent. */

import * as vscode from "vscode";
import type { Kind } from "../../../contract/kind.ts";
import { chooseModelOnly } from "../../requests/chooseOptions.ts";
import { chooseRequestOptions } from "../../requests/chooseRequestOptions.ts";
import { describePrice } from "../../requests/form/describePrice.ts";
import type { RequestOptions } from "../../requests/requestOptions.ts";
import type { TaskSource } from "../../requests/taskSource.ts";
import { describeBilling } from "../../showing/billing.ts";

const { t } = vscode.l10n;

/** Sent with the user's instruction. */
export const improvementRules =
  "You improve prompts for generative models. The user gives an instruction and a prompt. Answer with the new prompt alone: no introduction, no explanation, no fence around it. Do not carry out the prompt. Keep text in double braces, such as {{name}}, as it is.";

export interface Improvement {
  options: RequestOptions;
  instruction: string;
}

/** The instructions as the user last changed them, until the window closes. */
const lastInstructions = new Map<Kind, string>();

function usualInstruction(kind: Kind): string {
  switch (kind) {
    case "image":
      return t("Make this prompt more specific: subject, composition, light, colours and style. Keep what it says and its language.");
    case "video":
      return t("Make this prompt more specific: subject, movement, camera, light and style. Keep what it says and its language.");
    case "audio":
      return t("Make this text clearer when it is spoken. Keep its meaning and its language.");
    case "text":
      return t("Make this prompt clearer: the task, its context and the form of the answer. Keep what it asks for and its language.");
  }
}

/** `kind`: what the prompt generates. undefined: cancelled. Throws ServiceError. */
export async function askImprovement(source: TaskSource, kind: Kind): Promise<Improvement | undefined> {
  let options = await chooseRequestOptions(source, "text", { given: {} });
  let instruction = lastInstructions.get(kind) ?? usualInstruction(kind);
  while (options !== undefined) {
    const answer = await showBox(instruction, await describeRequest(source, options));
    if (answer === undefined) return undefined;
    instruction = answer.instruction;
    if (!answer.wantsOtherModel) {
      lastInstructions.set(kind, instruction);
      return { options, instruction };
    }
    const model = await chooseModelOnly(source, "text", options.model, t("Improve Prompt"));
    if (model !== undefined) options = await chooseRequestOptions(source, "text", { given: { model } });
  }
  return undefined;
}

/** The model, and what is known about the price and the budget. */
async function describeRequest(source: TaskSource, { model, choices }: RequestOptions): Promise<string> {
  const price = await describePrice(source, { kind: "text", model, choices, requests: 1 });
  return [t("{0} answers.", model), describeBilling([model], 1), ...price].join(" ");
}

interface BoxAnswer {
  instruction: string;
  wantsOtherModel: boolean;
}

function showBox(instruction: string, facts: string): Promise<BoxAnswer | undefined> {
  const box = vscode.window.createInputBox();
  box.title = t("Improve Prompt: Instruction for the Model");
  box.value = instruction;
  box.prompt = facts;
  box.ignoreFocusOut = true;
  box.buttons = [{ iconPath: new vscode.ThemeIcon("settings-gear"), tooltip: t("Choose Another Model") }];
  const answer = new Promise<BoxAnswer | undefined>((resolve) => {
    box.onDidAccept(() => {
      if (box.value.trim() !== "") resolve({ instruction: box.value.trim(), wantsOtherModel: false });
    });
    box.onDidTriggerButton(() => resolve({ instruction: box.value.trim(), wantsOtherModel: true }));
    box.onDidHide(() => resolve(undefined));
  });
  box.show();
  return answer.finally(() => box.dispose());
}
