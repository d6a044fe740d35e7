/** The studio and, perhaps, a key in; the key stored for the service's origin, and checked, out. */
import * as vscode from "vscode";
import { announce, confirm, report } from "../report.ts";
import { originOf } from "../secrets.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";
import type { SetKeyArguments } from "./register.ts";

/** The user's service, asked for where none is set; undefined: cancelled. */
async function chooseBaseUrl(): Promise<string | undefined> {
  const baseUrl = settings.baseUrl();
  if (baseUrl !== "") return baseUrl;
  const { l10n, window } = vscode;
  const entered = await window.showInputBox({
    title: l10n.t("Set API Key (1/2)"),
    prompt: l10n.t("The built-in service needs no key. Enter the address of the service that the key belongs to."),
    placeHolder: "https://",
    ignoreFocusOut: true,
    validateInput: (value) => describeBadAddress(value.trim()),
  });
  if (entered === undefined) return undefined;
  await settings.setBaseUrl(entered.trim());
  return settings.baseUrl();
}

/** The reason why an address cannot be used, or undefined. https, or http on loopback. */
function describeBadAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return vscode.l10n.t("Enter a whole address, like https://service.example.");
  const url = new URL(address);
  const isLoopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) return undefined;
  return vscode.l10n.t("The key is only sent over https, or to this machine.");
}

/** Returns whether a key was stored. */
export async function setApiKey(studio: Studio, given: SetKeyArguments): Promise<boolean> {
  const { l10n, window } = vscode;
  const baseUrl = await chooseBaseUrl();
  if (baseUrl === undefined) return false;
  if (describeBadAddress(baseUrl) !== undefined) {
    await announce(l10n.t("{0}: {1}", baseUrl, describeBadAddress(baseUrl) ?? ""));
    return false;
  }
  const key =
    given.key ??
    (await window.showInputBox({
      title: l10n.t("Set API Key"),
      prompt: l10n.t("The key is stored in this machine's secret storage and sent to {0} alone.", originOf(baseUrl)),
      password: true,
      ignoreFocusOut: true,
    }));
  if (key === undefined || key.trim() === "") return false;
  await studio.secrets.setKey(baseUrl, key.trim());
  try {
    const models = await studio.models.refresh();
    // Not awaited: the command is done, the message may stay.
    void announce(l10n.t("The API key works: {0} models are available.", models.length));
  } catch (error) {
    void report(error, { retry: () => studio.models.refresh() });
  }
  return true;
}

/** Returns whether a key was removed. */
export async function removeApiKey(studio: Studio, given: { confirmed?: boolean }): Promise<boolean> {
  const { l10n } = vscode;
  const baseUrl = settings.baseUrl();
  if (baseUrl === "" || (await studio.secrets.key(baseUrl)) === undefined) {
    void announce(l10n.t("No API key is stored for the service in use."));
    return false;
  }
  const remove = l10n.t("Remove");
  if (given.confirmed !== true) {
    const question = l10n.t("Remove the API key for {0}?", originOf(baseUrl));
    if (!(await confirm(question, remove))) return false;
  }
  await studio.secrets.removeKey(baseUrl);
  return true;
}
