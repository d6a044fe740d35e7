/** *Add Provider…*: asks for the address and the key, tests the connection, and shows the models. */
import * as vscode from "vscode";
import type { SettingProvider } from "../../contract/configuration.ts";
import { completeStep } from "../base/completeStep.ts";
import { pickRow } from "../base/pickRow.ts";
import { announce, report } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import { givenText } from "../commands/givenArguments.ts";
import { originOfProvider, readProviders, writeProvider } from "../service/configuredProviders.ts";
import type { Studio } from "../service/studio.ts";
import { usualEngines } from "../service/usualEngines.ts";
import { kindTexts } from "../showing/kindTexts.ts";
import { askAddress, needsHttp } from "./askAddress.ts";
import { askKey } from "./askKey.ts";
import { connect } from "./connect.ts";
import { freeName, nameOfAddress, type ProviderPreset, presets } from "./presets.ts";
import { describeConnected } from "./tryWithProgress.ts";

const { t } = vscode.l10n;

/** Values that the caller passes are not asked for. */
interface GivenProvider {
  preset: string | undefined;
  name: string | undefined;
  baseURL: string | undefined;
  apiKey: string | undefined;
}

/** The new provider's name; undefined: dismissed. */
export async function addProvider(studio: Studio, given: unknown): Promise<string | undefined> {
  const known: GivenProvider = {
    preset: givenText(given, "preset"),
    name: givenText(given, "name"),
    baseURL: givenText(given, "baseURL"),
    apiKey: givenText(given, "apiKey"),
  };
  try {
    const engine = usualEngines.find(({ name }) => name === givenText(given, "engine"));
    if (engine !== undefined) return await connectAndAdd(studio, engine.label, engine, "");
    const preset = presets.find(({ name }) => name === known.preset) ?? (await choosePreset());
    return preset && (await add(studio, preset, known));
  } catch (error) {
    void report(error);
    return undefined;
  }
}

async function choosePreset(): Promise<ProviderPreset | undefined> {
  const details: Record<string, string> = { other: t("another address: vLLM, LocalAI, Groq, a server of your team") };
  const describe = ({ name, makes }: ProviderPreset) =>
    details[name] ?? (makes === undefined ? t("needs a key") : t("on this machine, makes {0}", kindTexts(makes).plural));
  const items = presets.map((preset) => ({ label: `$(${preset.icon}) ${preset.label}`, description: describe(preset), preset }));
  const picked = await pickRow(items, {
    title: t("Add Provider"),
    placeHolder: t("Whose models do you want to use?"),
    ignoreFocusOut: true,
  });
  return picked?.preset;
}

async function add(studio: Studio, preset: ProviderPreset, known: GivenProvider): Promise<string | undefined> {
  const title = t("Add Provider: {0}", preset.label);
  const baseURL = known.baseURL ?? (preset.asksAddress ? await askAddress(title, preset.baseURL ?? "") : preset.baseURL);
  if (preset.asksAddress && (baseURL === undefined || baseURL === "")) return undefined;
  const provider = makeProvider(preset, baseURL);
  const name = known.name ?? (preset.name === "other" ? nameOfAddress(baseURL ?? "") : preset.name);
  const origin = originOfProvider(provider) ?? "";
  const stored = await studio.secrets.key(origin);
  const mayAsk = known.apiKey === undefined && preset.key !== "none" && stored === undefined;
  const key = mayAsk ? await askKey(title, origin, preset.key === "required") : (known.apiKey ?? stored ?? "");
  return key === undefined ? undefined : connectAndAdd(studio, preset.label, { name, provider }, key);
}

async function connectAndAdd(
  studio: Studio,
  label: string,
  { name: wanted, provider }: { name: string; provider: SettingProvider },
  key: string,
): Promise<string | undefined> {
  const name = freeName(wanted, Object.keys(readProviders()));
  const connected = await connect(studio, t("Add Provider: {0}", label), name, { provider, key });
  if (connected === undefined) return undefined;
  const origin = originOfProvider(connected.provider);
  if (connected.key !== "" && origin !== undefined) await studio.secrets.setKey(origin, connected.key);
  await writeProvider(name, connected.provider);
  completeStep("key");
  await showModels(studio, label, connected.models);
  return name;
}

function makeProvider({ type, engine }: ProviderPreset, baseURL: string | undefined): SettingProvider {
  if (type === "openai-compatible") {
    const address = baseURL ?? "";
    return { type, baseURL: address, ...(engine === undefined ? {} : { engine }), ...(needsHttp(address) ? { allowHttp: true } : {}) };
  }
  return { type, ...(baseURL === undefined ? {} : { baseURL }) };
}

/** Shows the list of models, which the user will want to see next. */
async function showModels(studio: Studio, label: string, models: number): Promise<void> {
  const { commands } = vscode;
  if (settings.baseUrl() !== "") {
    const question = t("{0} answers through the built-in service, but {1} is in use.", label, settings.baseUrl());
    void announce(question, t("Use the Built-in Service"), () => settings.setBaseUrl(""));
    return;
  }
  await studio.models.refresh().catch(() => undefined);
  await commands.executeCommand("generationStudio.models.focus");
  void announce(describeConnected(label, models));
}
