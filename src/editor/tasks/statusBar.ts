/** The status bar item: the number of running tasks, today's cost, and the balance. */

import * as vscode from "vscode";
import { demoUnit } from "../../contract/amountSums.ts";
import type { Account } from "../../contract/v2.ts";
import { builtInBaseUrl } from "../../generations/builtInBaseUrl.ts";
import { runningStates } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { settings, settingsSection } from "../base/settings.ts";
import { describeSpending } from "../requests/budget.ts";
import type { ServiceInUse } from "../service/studio.ts";
import { formatAmount, formatSums } from "../showing/formatAmount.ts";
import { describeAccount } from "./describeAccount.ts";

const { t } = vscode.l10n;

/** Milliseconds between two reads of the journal. */
const refreshDelay = 200;

export interface StatusSource {
  connection(): Promise<ServiceInUse>;
  readonly onDidChangeConnection: vscode.Event<void>;
}

export function keepStatusBar(studio: StatusSource, tasks: Tasks): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("generationStudio.status", vscode.StatusBarAlignment.Right, 100);
  item.name = "Generation Studio";
  item.command = "generationStudio.tasks.focus";
  let pending: NodeJS.Timeout | undefined;
  const update = async () => {
    const { baseUrl } = await studio.connection();
    const cost = formatSums(tasks.costs.sum(new Date().setHours(0, 0, 0, 0)));
    paint(item, {
      running: tasks.count({ states: runningStates }),
      cost,
      account: tasks.accounts.get(baseUrl),
      isBuiltIn: baseUrl === builtInBaseUrl,
      spending: describeSpending(tasks),
    });
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

interface Status {
  running: number;
  /** Today's; empty: none is known. */
  cost: string;
  account: Account | undefined;
  isBuiltIn: boolean;
  /** What is left of the user's budget, in lines. */
  spending: readonly string[];
}

function paint(item: vscode.StatusBarItem, { running, cost, account, isBuiltIn, spending }: Status): void {
  const amount = account?.balance ?? undefined;
  const formatBalance = (value: number) => formatAmount(value, isBuiltIn ? unitOfBuiltIn(settings.hasOnlyDemo()) : undefined);
  const parts = [
    running > 0 ? `$(loading~spin) ${running}` : "$(sparkle)",
    ...(cost === "" ? [] : [t("{0} today", cost)]),
    ...(amount === undefined ? [] : [`$(credit-card) ${formatBalance(amount)}`]),
  ];
  const threshold = settings.balanceWarning();
  const isLow = amount !== undefined && (amount <= 0 || (threshold !== undefined && amount < threshold));
  item.text = parts.join("  ");
  item.backgroundColor = isLow ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
  const lines = [
    runningText(running),
    ...(cost === "" ? [] : [t("Cost of all tasks today: {0}", cost)]),
    ...spending,
    ...describeAccount(account, { amount: formatBalance, countsRequests: isBuiltIn }),
    ...(isLow && threshold !== undefined ? [t("Below your warning threshold of {0}", formatBalance(threshold))] : []),
  ];
  item.tooltip = new vscode.MarkdownString(lines.join("  \n"));
  item.accessibilityInformation = { label: lines.join(", "), role: "button" };
  item.show();
}

/** The built-in service's account pays for the demo and for providers: with both, its numbers have no unit. */
const unitOfBuiltIn = (hasOnlyDemo: boolean) => (hasOnlyDemo ? demoUnit : "");

function runningText(running: number): string {
  if (running === 0) return t("Generation Studio: no task is running");
  return running === 1 ? t("Generation Studio: 1 task is running") : t("Generation Studio: {0} tasks are running", running);
}
