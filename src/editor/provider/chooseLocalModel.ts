/** Chooses a model for the engine that the extension installs itself, and asks before anything is downloaded. */

import * as vscode from "vscode";
import { isAddress, modelName } from "../../contract/modelFile.ts";
import type { ModelDescription } from "../../contract/processMessages.ts";
import { writeNumber } from "../../contract/translate.ts";
import { confirm } from "../base/report.ts";
import { withProgress } from "../base/withProgress.ts";
import { readProviders, writeProvider } from "../service/configuredProviders.ts";
import type { Studio } from "../service/studio.ts";

const { t } = vscode.l10n;

/** The path of a file on this machine; undefined: dismissed. */
export async function pickModelFile(title: string): Promise<string | undefined> {
  const { window } = vscode;
  const [file] = (await window.showOpenDialog({ title, filters: { [t("Models")]: ["gguf"] }, openLabel: t("Use") })) ?? [];
  return file?.fsPath;
}

/** The address of a file; undefined: dismissed. */
export async function enterModelAddress(title: string): Promise<string | undefined> {
  const { window } = vscode;
  const entered = await window.showInputBox({
    title,
    prompt: t("The address of a GGUF file, such as {0}.", "https://huggingface.co/…/resolve/main/….gguf"),
    ignoreFocusOut: true,
    validateInput: (typed) => (/^https:\/\/\S+$/i.test(typed.trim()) ? undefined : t("Enter an address that begins with https.")),
  });
  return entered?.trim();
}

/** Whether the user wants what would be downloaded. Rejects with the reason why the model cannot be used. */
export async function confirmLocalModel(studio: Studio, model: string): Promise<boolean> {
  const title = t("Reading the details of {0}…", modelName(model));
  const description = await withProgress(title, () => studio.providers.describeModel(model), false);
  const isDownloaded = isAddress(model);
  if (!isDownloaded && description.engine === 0) return true;
  return confirm(t("Download {0}?", isDownloaded ? description.name : "llama.cpp"), t("Download"), describe(description, isDownloaded));
}

function describe({ license, size, context, engine, tokensPerSecond, fitsMemory }: ModelDescription, isDownloaded: boolean): string {
  const number = (value: number) => writeNumber(value, { maximumSignificantDigits: 2 });
  const length = (bytes: number) => (bytes < 1e9 ? t("{0} MB", number(bytes / 1e6)) : t("{0} GB", number(bytes / 1e9)));
  return [
    isDownloaded ? t("Model: {0}", length(size)) : t("Model: {0}, on this machine already", length(size)),
    t("License: {0}", license ?? t("not stated in the file")),
    ...(context === undefined ? [] : [t("Context: {0} tokens", writeNumber(context))]),
    t("Estimated speed on this machine: {0} tokens per second without a graphics card", number(tokensPerSecond)),
    ...(fitsMemory ? [] : [t("This machine may have too little memory for it.")]),
    ...(engine === 0
      ? []
      : [t("Engine: llama.cpp, {0} from npm, into the extension’s storage. Nothing else is installed.", length(engine))]),
  ].join("\n");
}

/** Adds a file to the models of a provider. Returns its id there. */
export async function addModelFile(provider: string, file: string): Promise<string> {
  const configured = readProviders()[provider];
  const models = configured?.type === "local" ? (configured.models ?? {}) : {};
  const known = Object.entries(models).find(([, model]) => model.file === file)?.[0];
  if (known !== undefined) return known;
  const name = modelName(file);
  let id = name;
  for (let number = 2; models[id] !== undefined; number += 1) id = `${name}-${number}`;
  await writeProvider(provider, { type: "local", models: { ...models, [id]: { file } } });
  return id;
}
