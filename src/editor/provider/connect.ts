/** Tests the connection to a new provider, and lets the user correct the key and the address until it answers. */
import * as vscode from "vscode";
import { baseAddressOf, type SettingProvider } from "../../contract/configuration.ts";
import type { ProviderErrorKind } from "../../contract/processMessages.ts";
import { askAboutError } from "../base/report.ts";
import { originOfProvider } from "../service/configuredProviders.ts";
import type { Studio } from "../service/studio.ts";
import { askAddress, withAddress } from "./askAddress.ts";
import { askKey } from "./askKey.ts";
import { tryWithProgress } from "./tryWithProgress.ts";

const { t } = vscode.l10n;

export interface ProviderToConnect {
  provider: SettingProvider;
  /** "" if none is needed. */
  key: string;
}

export interface ConnectedProvider extends ProviderToConnect {
  /** Number of models that it lists; 0 if the user adds it despite an error. */
  models: number;
}

/** undefined: it is not added. Dismissing a question for the key or the address leads back to the error. */
export async function connect(
  studio: Studio,
  title: string,
  name: string,
  first: ProviderToConnect,
): Promise<ConnectedProvider | undefined> {
  let setup = first;
  for (;;) {
    const { provider, key } = setup;
    const { state, models, address } = await tryWithProgress(studio, name, provider, key === "" ? undefined : key);
    if (state.type !== "failed") {
      const answering = address === undefined || !("baseURL" in provider) ? provider : withAddress(provider, address);
      return { provider: answering, key, models: models.length };
    }
    for (;;) {
      const [again, edit, anyway] = [t("Try Again"), t("Edit Address…"), t("Add Anyway")];
      const buttons = "baseURL" in provider ? [again, edit, anyway] : [again, anyway];
      const answer = await askAboutError(t("{0} ({1})", state.reason, baseAddressOf(provider) ?? name), ...buttons);
      if (answer === undefined) return undefined;
      if (answer === anyway) return { ...setup, models: 0 };
      const corrected = answer === edit ? await editAddress(title, setup) : await correctKey(title, setup, state.kind);
      if (corrected === undefined) continue;
      setup = corrected;
      break;
    }
  }
}

/** Only a provider that misses or refuses the key is tried again with another one. */
async function correctKey(title: string, setup: ProviderToConnect, error: ProviderErrorKind): Promise<ProviderToConnect | undefined> {
  if (error !== "keyMissing" && error !== "keyRefused") return setup;
  const key = await askKey(title, originOfProvider(setup.provider) ?? "", true);
  return key === undefined ? undefined : { ...setup, key };
}

/** A key is sent only to the origin that it was entered for, so that another origin needs another key. */
async function editAddress(title: string, { provider, key }: ProviderToConnect): Promise<ProviderToConnect | undefined> {
  if (!("baseURL" in provider)) return undefined;
  const baseURL = await askAddress(title, provider.baseURL ?? "");
  if (baseURL === undefined || baseURL === "") return undefined;
  const edited = withAddress(provider, baseURL);
  const origin = originOfProvider(edited) ?? "";
  if (key === "" || origin === originOfProvider(provider)) return { provider: edited, key };
  const other = await askKey(title, origin, false);
  return other === undefined ? undefined : { provider: edited, key: other };
}
