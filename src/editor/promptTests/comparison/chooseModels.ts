/** Asks which models to compare; those that the documents name are preselected. */
import * as vscode from "vscode";
import type { ModelFact } from "../../../prompt/facts.ts";
import { shownRow } from "../../base/pickRow.ts";
import { describeRow } from "../../showing/summarizeModel.ts";
import type { ComparedCase } from "./findCases.ts";

const { t } = vscode.l10n;

/** `chosen` overrides the models that the documents name. undefined: cancelled. */
export async function chooseModels(
  cases: readonly ComparedCase[],
  known: readonly ModelFact[],
  chosen: readonly string[] | undefined,
  token: vscode.CancellationToken | undefined,
): Promise<string[] | undefined> {
  const named = [...new Set(cases.flatMap(({ models }) => models))];
  const picked = chosen ?? named;
  const kinds = new Set(cases.flatMap((one) => one.kinds));
  const fitting = known.filter(({ abilities, isHidden }) => isHidden !== true && [...kinds].some((kind) => abilities?.[kind] !== "no"));
  const ids = [...new Set([...picked, ...named, ...fitting.map(({ id }) => id)])];
  const facts = new Map(known.map((fact) => [fact.id, describeRow({ ...fact, owned_by: fact.provider })]));
  const items = ids.map((model) => {
    const description = [...(facts.get(model) ?? []), ...(named.includes(model) ? [t("in the document")] : [])].join(" · ");
    return shownRow({ label: model, description, model });
  });
  const answer = await askMany(
    items,
    items.filter(({ model }) => picked.includes(model)),
    token,
  );
  return answer.length === 0 ? undefined : answer.map(({ model }) => model);
}

/** Has its rows when it appears: `showQuickPick` gets them later, and takes Enter before that for none of them. */
async function askMany<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  selected: readonly Item[],
  token: vscode.CancellationToken | undefined,
): Promise<readonly Item[]> {
  if (token?.isCancellationRequested === true) return [];
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = t("Compare Models");
  pick.placeholder = t("Models whose answers are compared");
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.items = items;
  pick.selectedItems = selected;
  const { promise, resolve } = Promise.withResolvers<readonly Item[]>();
  pick.onDidAccept(() => resolve(pick.selectedItems));
  pick.onDidHide(() => resolve([]));
  const cancelling = token?.onCancellationRequested(() => resolve([]));
  pick.show();
  return promise.finally(() => vscode.Disposable.from(pick, ...(cancelling === undefined ? [] : [cancelling])).dispose());
}
