/** *Get a Model…*: downloads a model with an engine on this machine, and selects it. */

import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { translateMessage } from "../../client/errors/ownSentences.ts";
import { errorText } from "../../contract/errorText.ts";
import { isAddress, modelNameOfAddress } from "../../contract/modelFile.ts";
import type { PullProgress } from "../../contract/processMessages.ts";
import { writeNumber } from "../../contract/translate.ts";
import { pickRow } from "../base/pickRow.ts";
import { announce, report, warn } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import { withProgress } from "../base/withProgress.ts";
import { givenText } from "../commands/givenArguments.ts";
import { readProviders } from "../service/configuredProviders.ts";
import type { Studio } from "../service/studio.ts";
import { addModelFile, confirmLocalModel, enterModelAddress, pickModelFile } from "./chooseLocalModel.ts";
import { addOffered, chooseModelEngine, engineNames, type ModelEngine } from "./chooseModelEngine.ts";
import { wellKnownModels } from "./wellKnownModels.ts";

const { t } = vscode.l10n;

/** The model's id at the service; undefined: dismissed, cancelled or failed. `name`, of a provider, and `download`, a model in its
 * library, are not asked for. The view's menu passes the selected row, whose `model` must not be downloaded. */
export async function getModel(studio: Studio, given: unknown): Promise<string | undefined> {
  if (settings.baseUrl() !== "") {
    const sentence = t("Models of this machine are used through the built-in service, but {0} is in use.", settings.baseUrl());
    void announce(sentence, t("Use the Built-in Service"), () => settings.setBaseUrl(""));
    return undefined;
  }
  try {
    const engine = await chooseModelEngine(studio, givenText(given, "name"));
    if (engine === undefined) return undefined;
    const model = givenText(given, "download") ?? (await chooseModel(studio, engine));
    if (model === undefined || !(await mayDownload(studio, engine, model))) return undefined;
    return await download(studio, engine, model);
  } catch (error) {
    void report(error, { retry: () => getModel(studio, given) });
    return undefined;
  }
}

/** Asks about what is not in an engine's library: an address, or a file of this machine. */
async function mayDownload(studio: Studio, { store }: ModelEngine, model: string): Promise<boolean> {
  return store !== "local" || !(path.isAbsolute(model) || isAddress(model)) || confirmLocalModel(studio, model);
}

async function chooseModel(studio: Studio, { provider, label, store }: ModelEngine): Promise<string | undefined> {
  const { window } = vscode;
  const abilities = { tools: t("calls tools"), vision: t("reads images"), thinking: t("reasons"), code: t("for code") };
  const listed = wellKnownModels.flatMap((model) => {
    const name = model.names[store];
    if (name === undefined) return [];
    const isThere = studio.models.find(`${provider}/${isAddress(name) ? modelNameOfAddress(name) : name}`) !== undefined;
    return {
      label: isThere ? `$(check) ${model.label}` : model.label,
      description: [...(store === "ollama" ? [t("{0} GB", writeNumber(model.size))] : []), model.license].join(" · "),
      detail: [...model.abilities.flatMap((ability) => (store === "local" && ability === "vision" ? [] : abilities[ability])), name].join(
        " · ",
      ),
      name,
    };
  });
  const isLocal = store === "local";
  const other = {
    label: `$(edit) ${t("Another Model…")}`,
    detail: isLocal ? t("Enter the address of a GGUF file.") : t("Enter its name in the library of {0}.", engineNames[store]),
    name: "",
  };
  const file = { label: `$(folder-opened) ${t("A File on This Machine…")}`, detail: t("A model in the GGUF format."), name: fromDisk };
  const title = t("Get a Model: {0}", label);
  const picked = await pickRow([...listed, ...(isLocal ? [file] : []), other], {
    title,
    placeHolder: t("Which model should be downloaded?"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (picked?.name === fromDisk) return pickModelFile(title);
  if (picked === undefined || picked.name !== "") return picked?.name;
  if (isLocal) return enterModelAddress(title);
  const examples = { ollama: "qwen3:4b", lmstudio: "qwen/qwen3-4b" };
  const entered = await window.showInputBox({
    title,
    prompt: t("The model's name in the library of {0}, such as {1}.", engineNames[store], examples[store]),
    ignoreFocusOut: true,
    validateInput: (typed) => (typed.trim() === "" ? t("Enter the name of a model.") : undefined),
  });
  return entered?.trim();
}

/** What is picked instead of a model's name. */
const fromDisk = "file:";

/**
 * Resolves with the id at the service when the model can be used. Without the model, the providers are as before.
 * @param model Its name in the engine's library, an address, or the path of a file.
 */
async function download(studio: Studio, engine: ModelEngine, model: string): Promise<string | undefined> {
  const again = () => download(studio, engine, model);
  const stopped = new AbortController();
  const isFile = engine.store === "local" && path.isAbsolute(model);
  const { provider, withdraw } = await addOffered(engine);
  let added = readProviders()[provider];
  try {
    const name = isFile ? await addModelFile(provider, model) : model;
    added = readProviders()[provider];
    const id = await pullWithProgress(studio, provider, name, stopped);
    await settings.setDefaultModel("text", id);
    void announce(t("{0} is ready, and is your default for text.", id));
    return id;
  } catch (error) {
    const reason = translateMessage(errorText(error), t);
    // LM Studio has no endpoint that stops a download.
    const continues = stopped.signal.aborted && engine.store === "lmstudio";
    // Meanwhile, the user may have added another model to it, or changed it.
    const isAsAdded = isDeepStrictEqual(readProviders()[provider], added);
    if (!continues && isAsAdded && (engine.isOffer || isFile)) await withdraw();
    if (continues) void announce(t("LM Studio continues the download of {0} in the background.", model));
    else if (!stopped.signal.aborted) void warn(t("{0} was not downloaded: {1}", model, reason), t("Try Again"), again);
    else void announce(t("The download of {0} was stopped. The next one continues it.", model), t("Continue Download"), again);
    return undefined;
  }
}

function pullWithProgress(studio: Studio, provider: string, model: string, stopped: AbortController): Thenable<string> {
  return withProgress(t("Downloading {0}", model), (signal, show) => {
    signal.addEventListener("abort", () => stopped.abort());
    let shown = 0;
    const onProgress = (pulled: PullProgress) => {
      const percentage = percentageOf(pulled);
      show(describeProgress(pulled), Math.max(0, percentage - shown));
      shown = Math.max(shown, percentage);
    };
    return studio.providers.pull(provider, model, onProgress, stopped.signal);
  });
}

function percentageOf({ done = 0, total = 0 }: PullProgress): number {
  return total > 0 ? Math.min(100, (done / total) * 100) : 0;
}

function describeProgress(pulled: PullProgress): string {
  const { status, done = 0, total = 0 } = pulled;
  if (total === 0) return status;
  const gigabytes = (bytes: number) => writeNumber(bytes / 1e9, { maximumFractionDigits: 2 });
  return t("{0} % ({1} of {2} GB)", Math.floor(percentageOf(pulled)), gigabytes(done), gigabytes(total));
}
