/** Who pays for requests: every question about them says it with these sentences. */
import * as vscode from "vscode";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";
import { settings } from "../base/settings.ts";

/** `models`: undefined if they are not known yet. `count`: of the requests. */
export function describeBilling(models: readonly string[] | undefined, count: number): string {
  const { t } = vscode.l10n;
  if (isUnbilled(models)) return t("Nothing is billed: it is generated on this machine.");
  return count === 1 ? t("The service bills it.") : t("The service bills each request.");
}

/** Whether the demo, or engines on this machine, generate everything. */
function isUnbilled(models: readonly string[] | undefined): boolean {
  if (settings.baseUrl() !== "") return false;
  const providers = models?.map((model) => model.slice(0, Math.max(0, model.indexOf("/")))) ?? Object.keys(Object(settings.providers()));
  return providers.every((name) => name === "" || settings.isDemoModel(`${name}/`) || isLoopbackAddress(settings.providerAddress(name)));
}

const isLoopbackAddress = (address: string | undefined) => address !== undefined && isLoopbackHost(URL.parse(address)?.hostname ?? "");
