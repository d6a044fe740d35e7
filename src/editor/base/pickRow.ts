/** Lets the user pick from rows. Their names are of servers, models and files: characters that reorder a row are shown, as in trees. */
import * as vscode from "vscode";
import { withoutReordering } from "../../contract/withoutReordering.ts";

/** The row as it is shown. */
export function shownRow<Row extends vscode.QuickPickItem>(row: Row): Row {
  const { label, description, detail } = row;
  return {
    ...row,
    label: withoutReordering(label),
    ...(description === undefined ? {} : { description: withoutReordering(description) }),
    ...(detail === undefined ? {} : { detail: withoutReordering(detail) }),
  };
}

function shownOptions<Options extends vscode.QuickPickOptions>(options: Options): Options {
  const { title, placeHolder } = options;
  return {
    ...options,
    ...(title === undefined ? {} : { title: withoutReordering(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: withoutReordering(placeHolder) }),
  };
}

/** undefined: dismissed. */
export async function pickRow<Row extends vscode.QuickPickItem>(
  rows: readonly Row[] | Promise<readonly Row[]>,
  options: vscode.QuickPickOptions,
): Promise<Row | undefined> {
  const shown = rows instanceof Promise ? rows.then((all) => all.map(shownRow)) : rows.map(shownRow);
  return vscode.window.showQuickPick(shown, shownOptions(options));
}

/** undefined: dismissed. */
export async function pickRows<Row extends vscode.QuickPickItem>(
  rows: readonly Row[],
  options: vscode.QuickPickOptions,
): Promise<readonly Row[] | undefined> {
  return vscode.window.showQuickPick(rows.map(shownRow), { ...shownOptions(options), canPickMany: true });
}
