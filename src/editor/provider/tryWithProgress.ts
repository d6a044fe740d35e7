import * as vscode from "vscode";
import type { SettingProvider } from "../../contract/configuration.ts";
import type { TriedProvider } from "../../contract/processMessages.ts";
import { withProgress } from "../base/withProgress.ts";
import { setupOf } from "../service/configuredProviders.ts";
import type { Studio } from "../service/studio.ts";

const { t } = vscode.l10n;

/** Milliseconds. */
const timeLimit = 20_000;

/** Asks a provider for its models and shows a progress. Throws ServiceError if the built-in service does not start. */
export function tryWithProgress(studio: Studio, name: string, provider: SettingProvider, key: string | undefined): Thenable<TriedProvider> {
  return withProgress(t("Connecting to {0}", name), () => studio.providers.try(setupOf(name, provider, key), timeLimit), false);
}

/** `models`: how many the provider has. */
export function describeConnected(name: string, models: number): string {
  return models === 1 ? t("{0} is connected: 1 model is available.", name) : t("{0} is connected: {1} models are available.", name, models);
}
