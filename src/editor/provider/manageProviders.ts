/** *Manage Providers…*: tests, edits and removes a provider, and replaces its key. */
import * as vscode from "vscode";
import type { SettingProvider } from "../../contract/configuration.ts";
import { baseAddressOf } from "../../contract/configuration.ts";
import { openSetting } from "../base/openSetting.ts";
import { pickRow } from "../base/pickRow.ts";
import { announce, confirm, report, warn } from "../base/report.ts";
import { originOf } from "../base/secrets.ts";
import { settings } from "../base/settings.ts";
import { givenText, isConfirmed } from "../commands/givenArguments.ts";
import { originOfProvider, readProviders, writeProvider } from "../service/configuredProviders.ts";
import { describeProviderState } from "../service/describeProviderState.ts";
import type { Studio } from "../service/studio.ts";
import { askAddress, withAddress } from "./askAddress.ts";
import { askKey } from "./askKey.ts";
import { describeConnected, tryWithProgress } from "./tryWithProgress.ts";

const { t } = vscode.l10n;

const actions = ["test", "replaceKey", "editAddress", "editSetting", "remove"] as const;
type Action = (typeof actions)[number];

interface Managed {
  name: string;
  provider: SettingProvider;
}

/** Returns whether something was done. A row of the Models view, or another caller, may pass the provider and the action. */
export async function manageProviders(studio: Studio, given: unknown): Promise<boolean> {
  try {
    const managed = await chooseProvider(studio, givenText(given, "name"));
    if (managed === undefined) return false;
    const wanted = givenText(given, "action");
    const action = actions.find((one) => one === wanted) ?? (await chooseAction(studio, managed));
    return action !== undefined && (await run(studio, managed, action, given));
  } catch (error) {
    if (error instanceof Error && error.name === "InvalidProviders") await openSetting("providers");
    void report(error);
    return false;
  }
}

async function chooseProvider(studio: Studio, given: string | undefined): Promise<Managed | undefined> {
  const { commands } = vscode;
  const providers = readProviders();
  const named = given === undefined ? undefined : providers[given];
  if (given !== undefined && named !== undefined) return { name: given, provider: named };
  const states = settings.baseUrl() === "" ? await studio.providers.states() : [];
  const items = Object.entries(providers).map(([name, provider]) => {
    const state = states.find((one) => one.name === name);
    const description = [baseAddressOf(provider) ?? provider.type, state ? describeProviderState(state) : ""].filter((it) => it !== "");
    return { label: name, description: description.join(" · "), managed: { name, provider } };
  });
  const others = [
    { label: `$(add) ${t("Add Provider…")}`, managed: undefined, command: "generationStudio.addProvider" },
    { label: `$(key) ${t("Set the API Key of a Service…")}`, managed: undefined, command: "generationStudio.setApiKey" },
  ];
  const picked = await pickRow([...items, ...others], { title: t("Manage Providers") });
  if (picked !== undefined && "command" in picked) await commands.executeCommand(picked.command);
  return picked?.managed;
}

async function chooseAction({ secrets }: Studio, { name, provider }: Managed): Promise<Action | undefined> {
  const origin = originOfProvider(provider);
  const hasKey = origin !== undefined && (await secrets.key(origin)) !== undefined;
  const picked = await pickRow(offeredActions(provider, hasKey), { title: t("Manage Providers: {0}", name) });
  return picked?.action;
}

/** @internal */
export function offeredActions(provider: SettingProvider, hasKey: boolean): (vscode.QuickPickItem & { action: Action })[] {
  const key = { label: hasKey ? `$(key) ${t("Replace Key…")}` : `$(key) ${t("Set Key…")}`, action: "replaceKey" as const };
  return [
    { label: `$(plug) ${t("Test Connection")}`, action: "test" },
    ...(originOfProvider(provider) === undefined ? [] : [key]),
    ...("baseURL" in provider ? [{ label: `$(globe) ${t("Edit Address…")}`, action: "editAddress" as const }] : []),
    { label: `$(settings-gear) ${t("Edit in Settings")}`, action: "editSetting" },
    { label: `$(trash) ${t("Remove")}`, action: "remove" },
  ];
}

async function run(studio: Studio, managed: Managed, action: Action, given: unknown): Promise<boolean> {
  switch (action) {
    case "test":
      return test(studio, managed);
    case "replaceKey":
      return replaceKey(studio, managed, givenText(given, "apiKey"));
    case "editAddress":
      return editAddress(studio, managed, givenText(given, "baseURL"));
    case "editSetting":
      await vscode.commands.executeCommand("workbench.action.openSettingsJson", { revealSetting: { key: "generationStudio.providers" } });
      return true;
    case "remove":
      return remove(studio, managed, isConfirmed(given));
  }
}

/** Returns whether the provider lists its models. */
async function test(studio: Studio, { name, provider }: Managed): Promise<boolean> {
  const origin = originOfProvider(provider);
  const key = origin === undefined ? undefined : await studio.secrets.key(origin);
  const { state, models, address } = await tryWithProgress(studio, name, provider, key);
  if (address !== undefined && "baseURL" in provider) await writeProvider(name, withAddress(provider, address));
  await studio.models.refresh().catch(() => undefined);
  if (state.type === "failed") void warn(state.reason);
  else void announce(describeConnected(name, models.length));
  return state.type !== "failed";
}

async function replaceKey(studio: Studio, managed: Managed, given: string | undefined): Promise<boolean> {
  const origin = originOfProvider(managed.provider);
  if (origin === undefined) return false;
  const key = given ?? (await askKey(t("Replace Key: {0}", managed.name), origin, true));
  if (key === undefined || key === "") return false;
  await studio.secrets.setKey(origin, key);
  return test(studio, managed);
}

async function editAddress(studio: Studio, { name, provider }: Managed, given: string | undefined): Promise<boolean> {
  if (!("baseURL" in provider)) return false;
  const title = t("Edit Address: {0}", name);
  const baseURL = given ?? (await askAddress(title, provider.baseURL ?? ""));
  if (baseURL === undefined || baseURL === "") return false;
  const edited = withAddress(provider, baseURL);
  await writeProvider(name, edited);
  return test(studio, { name, provider: edited });
}

/** Also removes the key if no other provider or service uses its origin. */
async function remove(studio: Studio, { name, provider }: Managed, isSure: boolean): Promise<boolean> {
  if (!isSure && !(await confirm(t("Remove the provider {0} and its key?", name), t("Remove")))) return false;
  await writeProvider(name, undefined);
  const origin = originOfProvider(provider);
  const others = Object.values(readProviders()).map(originOfProvider);
  const service = URL.canParse(settings.baseUrl()) ? originOf(settings.baseUrl()) : undefined;
  if (origin !== undefined && ![...others, service].includes(origin)) await studio.secrets.removeKey(origin);
  return true;
}
