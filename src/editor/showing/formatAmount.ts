/** Writes amounts of money with their units, in the editor's language. */
import * as vscode from "vscode";
import { type AmountInUnit, demoUnit, writeSums } from "../../contract/amountSums.ts";
import { writeAmount } from "../../contract/writeAmount.ts";
import { settings } from "../base/settings.ts";

/** `unit`: by default that of the service in use. */
export function formatAmount(value: number, unit: string | undefined = amountUnit()): string {
  return writeAmount(value, unitName(unit), vscode.env.language);
}

/** The sum of each unit, such as `$0.28 + 70 demo credits`. */
export function formatSums(amounts: readonly AmountInUnit[]): string {
  return writeSums(amounts, amountUnit(), formatAmount);
}

/** What the service reports for a task; undefined: nothing. */
export function formatCost(cost: { amount?: number | undefined; unit?: string | undefined } | undefined): string | undefined {
  return cost?.amount === undefined ? undefined : formatAmount(cost.amount, cost.unit);
}

export function amountUnit(): string {
  return settings.unit() || vscode.l10n.t("credits");
}

function unitName(unit: string): string {
  return unit === demoUnit ? vscode.l10n.t("demo credits") : unit;
}
