/** Asks for a service's API key, stores it for the service's origin, and checks it. */
import * as vscode from "vscode";
import { completeStep } from "../base/completeStep.ts";
import { readKey } from "../base/readKey.ts";
import { announce, confirm, report } from "../base/report.ts";
import { originOf } from "../base/secrets.ts";
import { settings } from "../base/settings.ts";
import type { Studio } from "../service/studio.ts";
import { waitForModels } from "../service/waitForModels.ts";

const { t } = vscode.l10n;

/** Asks for the address of the service; undefined: dismissed. */
async function askServiceAddress(): Promise<string | undefined> {
  const { window } = vscode;
  const entered = await window.showInputBox({
    title: t("Set API Key"),
    prompt: t("The built-in service needs no key. Enter the address of the service that the key belongs to."),
    placeHolder: "https://",
    ignoreFocusOut: true,
    validateInput: (value) => describeBadAddress(value.trim()),
  });
  return entered?.trim();
}

/** Why an address cannot be used, or undefined. It must be https, or http on loopback. */
export function describeBadAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return t("Enter a complete address, such as https://service.example.");
  const url = new URL(address);
  const isLoopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback)) return undefined;
  return t("The key is only sent over https, or to this machine.");
}

let questions = 0;

/** Whether an input box for an address or a key is open. */
export function isAsking(): boolean {
  return questions > 0;
}

/** Asks for the key unless it is given. Returns whether a key was stored. */
export async function setApiKey(studio: Pick<Studio, "secrets" | "models">, given: string | undefined): Promise<boolean> {
  questions += 1;
  const isStored = await askKey(studio, given).finally(() => {
    questions -= 1;
  });
  if (isStored) await testKey(studio);
  return isStored;
}

async function askKey(studio: Pick<Studio, "secrets">, given: string | undefined): Promise<boolean> {
  const { window } = vscode;
  const inUse = settings.baseUrl();
  const baseUrl = inUse === "" ? await askServiceAddress() : inUse;
  if (baseUrl === undefined) return false;
  if (describeBadAddress(baseUrl) !== undefined) {
    await announce(t("{0}: {1}", baseUrl, describeBadAddress(baseUrl) ?? ""));
    return false;
  }
  const key =
    given ??
    (await window.showInputBox({
      title: t("Set API Key"),
      prompt: t("The key is stored in this machine's secret storage and sent only to {0}.", originOf(baseUrl)),
      placeHolder: t("Paste the API key"),
      password: true,
      ignoreFocusOut: true,
      validateInput: (typed) =>
        readKey(typed) === undefined ? t("This is more than a key: it has spaces or special characters.") : undefined,
    }));
  const read = key === undefined ? "" : readKey(key);
  if (read === undefined || read === "") return false;
  await studio.secrets.setKey(baseUrl, read);
  // With the key only: whoever leaves the question for it keeps the service in use.
  if (inUse === "") await settings.setBaseUrl(baseUrl);
  completeStep("key");
  return true;
}

/** Shows whether the service in use accepts its stored key. */
export async function testKey(studio: Pick<Studio, "models">): Promise<void> {
  try {
    const models = await waitForModels(studio.models.refresh());
    // Not awaited: the command is done, but the message may stay open.
    void announce(
      models.length === 1
        ? t("The API key works: 1 model is available.")
        : t("The API key works: {0} models are available.", models.length),
    );
  } catch (error) {
    void report(error, { retry: () => testKey(studio) });
  }
}

/** Returns whether a key was removed. */
export async function removeApiKey(studio: Pick<Studio, "secrets">, isConfirmed: boolean): Promise<boolean> {
  const baseUrl = settings.baseUrl();
  if (baseUrl === "" || (await studio.secrets.key(baseUrl)) === undefined) {
    void announce(t("No API key is stored for the current service."));
    return false;
  }
  const remove = t("Remove");
  if (!isConfirmed) {
    const question = t("Remove the API key for {0}?", originOf(baseUrl));
    if (!(await confirm(question, remove))) return false;
  }
  await studio.secrets.removeKey(baseUrl);
  return true;
}
