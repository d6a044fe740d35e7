/** The tasks in; the one status bar item (running count and balance), shown while it has something to say, out. */
import * as vscode from "vscode";
import type { Balance } from "../../contract/v2.ts";
import { runningStates } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { settings, settingsSection } from "../settings.ts";
import type { Studio } from "../studio.ts";

/** Milliseconds between two looks at the journal. */
const refreshDelay = 200;

export function keepStatusBar(studio: Studio, tasks: Tasks): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("generationStudio.status", vscode.StatusBarAlignment.Right, 100);
  item.name = "Generation Studio";
  item.command = "generationStudio.tasks.focus";
  let pending: NodeJS.Timeout | undefined;
  const update = async () => {
    const { baseUrl } = await studio.connection();
    paint(item, tasks.count({ states: runningStates }), tasks.balance(baseUrl));
  };
  const soon = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      void update();
    }, refreshDelay);
  };
  void update();
  const stopListening = tasks.onChange(soon);
  return vscode.Disposable.from(
    item,
    studio.onDidChangeConnection(soon),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration(settingsSection) && soon()),
    new vscode.Disposable(() => {
      stopListening();
      clearTimeout(pending);
    }),
  );
}

/** Units are the service's own: the number stands alone. */
function paint(item: vscode.StatusBarItem, running: number, balance: Balance | undefined): void {
  const { t } = vscode.l10n;
  const amount = balance?.balance ?? undefined;
  const parts = [
    running > 0 ? `$(loading~spin) ${running}` : "$(sparkle)",
    ...(amount === undefined ? [] : [`$(credit-card) ${amount.toLocaleString(undefined, { maximumFractionDigits: 2 })}`]),
  ];
  if (running === 0 && amount === undefined) {
    item.hide();
    return;
  }
  const threshold = settings.balanceWarning();
  const isLow = amount !== undefined && threshold !== undefined && amount < threshold;
  item.text = parts.join("  ");
  item.backgroundColor = isLow ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
  const lines = [
    runningText(running),
    ...(amount === undefined ? [] : [t("Balance: {0}", amount)]),
    ...(balance?.balance_referral == null ? [] : [t("Referral: {0}", balance.balance_referral)]),
    ...(balance?.balance_bonus == null ? [] : [t("Bonus: {0}", balance.balance_bonus)]),
    ...(isLow ? [t("Below your warning threshold of {0}", threshold)] : []),
  ];
  item.tooltip = new vscode.MarkdownString(lines.join("  \n"));
  item.accessibilityInformation = { label: lines.join(", "), role: "button" };
  item.show();
}

function runningText(running: number): string {
  const { t } = vscode.l10n;
  if (running === 0) return t("Generation Studio: no task is running");
  return running === 1 ? t("Generation Studio: 1 task is running") : t("Generation Studio: {0} tasks are running", running);
}
