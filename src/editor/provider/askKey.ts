import * as vscode from "vscode";
import { readKey } from "../base/readKey.ts";

/** The trimmed key, empty if none is needed; undefined: dismissed. */
export async function askKey(title: string, origin: string, isRequired: boolean): Promise<string | undefined> {
  const { l10n, window } = vscode;
  const entered = await window.showInputBox({
    title,
    prompt: l10n.t("The key is stored in this machine's secret storage and sent only to {0}.", origin),
    placeHolder: isRequired ? l10n.t("Paste the API key") : l10n.t("Leave empty if the provider needs no key"),
    password: true,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      if (readKey(typed) === undefined) return l10n.t("This is more than a key: it has spaces or special characters.");
      return isRequired && readKey(typed) === "" ? l10n.t("Enter the key.") : undefined;
    },
  });
  return entered === undefined ? undefined : readKey(entered);
}
