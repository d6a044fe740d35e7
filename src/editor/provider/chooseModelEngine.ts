/** Chooses the engine that downloads a model, or says how to install one. */
import * as vscode from "vscode";
import type { ModelStoreName } from "../../contract/processMessages.ts";
import { pickRow } from "../base/pickRow.ts";
import { readProviders, writeProvider } from "../service/configuredProviders.ts";
import type { Studio } from "../service/studio.ts";
import { usualEngines } from "../service/usualEngines.ts";
import { freeName } from "./presets.ts";

const { t } = vscode.l10n;

export interface ModelEngine {
  /** The provider's name. */
  provider: string;
  label: string;
  store: ModelStoreName;
  /** Not a provider yet: it was found on this machine. */
  isOffer: boolean;
}

export const engineNames: Readonly<Record<ModelStoreName, string>> = { ollama: "Ollama", lmstudio: "LM Studio", local: "llama.cpp" };

/** The engines that users install themselves. */
type InstalledStore = Exclude<ModelStoreName, "local">;

/** Where an engine is downloaded, by `process.platform`. */
const downloads: Readonly<Record<InstalledStore, (platform: NodeJS.Platform) => string>> = {
  ollama: (platform) => `https://ollama.com/download/${platform === "darwin" ? "mac" : platform === "win32" ? "windows" : "linux"}`,
  lmstudio: (platform) => `https://lmstudio.ai/download?os=${platform === "darwin" ? "mac" : platform === "win32" ? "win32" : "linux"}`,
};

/** undefined: dismissed, or there is no engine. @param given Name of a provider. */
export async function chooseModelEngine(studio: Studio, given: string | undefined): Promise<ModelEngine | undefined> {
  for (;;) {
    const found = await listEngines(studio);
    const named = found.find(({ provider }) => provider === given);
    const [only, ...others] = found;
    if (named !== undefined || (only !== undefined && others.length === 0)) return named ?? only;
    if (only !== undefined) return pickEngine(found);
    const offered = await offerInstallation();
    if (offered !== "lookAgain") return offered;
  }
}

/** Configured providers first, then engines on this machine that are not configured yet. */
async function listEngines(studio: Studio): Promise<ModelEngine[]> {
  // The service asks its providers when their models are needed.
  await studio.models.list().catch(() => undefined);
  const [states, offers] = await Promise.all([studio.providers.states(), studio.providers.engines()]);
  return [
    ...states.flatMap((state) =>
      state.type === "reachable" && state.store !== undefined
        ? [{ provider: state.name, label: state.name, store: state.store, isOffer: false }]
        : [],
    ),
    ...offers.flatMap(({ name, label, store }) => (store === undefined ? [] : [{ provider: name, label, store, isOffer: true }])),
  ];
}

async function pickEngine(found: readonly ModelEngine[]): Promise<ModelEngine | undefined> {
  const items = found.map((engine) => ({ label: engine.label, description: engineNames[engine.store], engine }));
  return (await pickRow(items, { title: t("Get a Model"), placeHolder: t("Which engine should run it?") }))?.engine;
}

interface AddedEngine {
  /** The provider's name. */
  provider: string;
  /** Writes the provider as it was before. */
  withdraw: () => Promise<void>;
}

/** Adds an engine that is only offered to the providers. Only what a model is downloaded with is added: adding it changes the models of the chat. */
export async function addOffered(engine: ModelEngine): Promise<AddedEngine> {
  const usual = usualEngines.find(({ name }) => name === engine.provider)?.provider;
  const added = engine.store === "local" ? ({ type: "local" } as const) : usual;
  const before = readProviders();
  if (!engine.isOffer || added === undefined)
    return { provider: engine.provider, withdraw: () => writeProvider(engine.provider, before[engine.provider]) };
  const provider = freeName(engine.provider, Object.keys(before));
  await writeProvider(provider, added);
  return { provider, withdraw: () => writeProvider(provider, undefined) };
}

/** The engine that the extension installs itself: its provider, if it is configured, which lists nothing before it is installed. */
function localEngine(): ModelEngine {
  const configured = Object.entries(readProviders()).find(([, { type }]) => type === "local")?.[0];
  return { provider: configured ?? "local", label: engineNames.local, store: "local", isOffer: configured === undefined };
}

/** undefined: dismissed. */
async function offerInstallation(): Promise<ModelEngine | "lookAgain" | undefined> {
  const { env, Uri } = vscode;
  const details: Readonly<Record<InstalledStore, string>> = {
    ollama: t("Runs in the background and keeps its models up to date. Free and open source."),
    lmstudio: t("An app for choosing and running models. Start its server in the Developer tab. Free."),
  };
  const stores: readonly InstalledStore[] = ["ollama", "lmstudio"];
  const items: (vscode.QuickPickItem & { store: ModelStoreName | undefined })[] = [
    {
      label: `$(desktop-download) ${t("Run Models in Generation Studio")}`,
      description: t("llama.cpp, without an installer"),
      detail: t("You choose a model and see its size and license before anything is downloaded."),
      store: "local",
    },
    ...stores.map((store) => ({
      label: `$(cloud-download) ${t("Install {0}", engineNames[store])}`,
      description: downloads[store](process.platform),
      detail: details[store],
      store,
    })),
    { label: `$(refresh) ${t("Look Again")}`, detail: t("Choose this when the engine runs."), store: undefined },
  ];
  const picked = await pickRow(items, {
    title: t("Get a Model"),
    placeHolder: t("No engine that downloads models was found on this machine. Choose one of these:"),
    ignoreFocusOut: true,
  });
  if (picked?.store === "local") return localEngine();
  if (picked?.store !== undefined) await env.openExternal(Uri.parse(downloads[picked.store](process.platform)));
  return picked && "lookAgain";
}
