import * as vscode from "vscode";
import type { SettingProvider } from "../../contract/configuration.ts";
import { isLoopbackHost } from "../../network/isLoopbackHost.ts";

/** A complete https or http address; undefined: dismissed. */
export async function askAddress(title: string, value: string): Promise<string | undefined> {
  const { l10n, window } = vscode;
  const entered = await window.showInputBox({
    title,
    value,
    prompt: l10n.t("The address of the provider, which usually ends in /v1."),
    placeHolder: "https://…/v1",
    ignoreFocusOut: true,
    validateInput: (typed) => describeAddress(typed.trim()),
  });
  return entered?.trim();
}

/** Why an address cannot be used, or a warning about it; undefined: neither. */
function describeAddress(address: string): string | vscode.InputBoxValidationMessage | undefined {
  const { l10n, InputBoxValidationSeverity } = vscode;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "")
    return l10n.t("Enter a complete address, such as https://service.example/v1.");
  if (!needsHttp(address)) return undefined;
  return {
    severity: InputBoxValidationSeverity.Warning,
    message: l10n.t("Prompts and the key are sent to {0} without encryption.", url.host),
  };
}

/** The provider with another address, and with http allowed only if that needs it. */
export function withAddress(provider: Extract<SettingProvider, { baseURL?: string | undefined }>, baseURL: string): SettingProvider {
  const { allowHttp: _, ...others } = provider;
  return { ...others, baseURL, ...(needsHttp(baseURL) ? { allowHttp: true } : {}) };
}

/** Whether an address is http on another machine, which the setting must allow. */
export function needsHttp(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && !isLoopbackHost(url.hostname);
}
