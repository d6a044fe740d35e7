import * as vscode from "vscode";
import { writeAmount } from "../contract/amount.ts";
import { settings } from "./settings.ts";

/** An amount that the service reports, in its unit and in the editor's language. */
export function formatAmount(value: number): string {
  return writeAmount(value, settings.unit() || vscode.l10n.t("credits"), vscode.env.language);
}
