import * as vscode from "vscode";
import { readKey } from "../base/readKey.ts";

const { t } = vscode.l10n;

/** The trimmed key, empty if none is needed; undefined: dismissed. */
export async function askKey(title: string, origin: string, isRequired: boolean): Promise<string | undefined> {
  const { window } = vscode;
  const entered = await window.showInputBox({
    title,
    prompt: t("The key is stored in this machine's secret storage and sent only to {0}.", origin),
    placeHolder: isRequired ? t("Paste the API key") : t("Leave empty if the provider needs no key"),
    password: true,
    ignoreFocusOut: true,
    validateInput: (typed) => {
      if (readKey(typed) === undefined) return t("This is more than a key: it has spaces or special characters.");
      return isRequired && readKey(typed) === "" ? t("Enter the key.") : undefined;
    },
  });
  return entered === undefined ? undefined : readKey(entered);
}
