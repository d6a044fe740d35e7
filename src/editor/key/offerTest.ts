/** Offers to test a service after its address was changed in the settings. */
import * as vscode from "vscode";
import { announce } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import type { Studio } from "../service/studio.ts";
import { describeBadAddress, isAsking, setApiKey, testKey } from "./setApiKey.ts";

const { t } = vscode.l10n;

/** Resolves when the message is closed. Does nothing while the address is incomplete. */
export async function offerTest(studio: Pick<Studio, "models" | "secrets">): Promise<void> {
  const baseUrl = settings.baseUrl();
  if (isAsking() || describeBadAddress(baseUrl) !== undefined) return;
  const { host } = new URL(baseUrl);
  if ((await studio.secrets.key(baseUrl)) === undefined) {
    return announce(t("{0} is the generation service now. It needs an API key.", host), t("Set API Key…"), () =>
      setApiKey(studio, undefined),
    );
  }
  return announce(t("{0} is the generation service now.", host), t("Test Connection"), () => testKey(studio));
}
