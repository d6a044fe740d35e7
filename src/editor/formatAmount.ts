import * as vscode from "vscode";
import { writeAmount } from "../contract/writeAmount.ts";
import { settings } from "./settings.ts";

/** An amount that the service reports, in its unit and in the editor's language. */
export function formatAmount(value: number): string {
  return writeAmount(value, amountUnit(), vscode.env.language);
}

export function amountUnit(): string {
  return settings.unit() || vscode.l10n.t("credits");
}
