/** Asks several questions as the steps of one quick pick, with a Back button. */
import * as vscode from "vscode";
import { withoutReordering } from "../../contract/withoutReordering.ts";
import { shownRow } from "./pickRow.ts";

export interface StepAnswer extends vscode.QuickPickItem {
  /** undefined: the item is a separator, or it has an `again`. */
  value?: string;
  /** Runs instead of answering; then the step is shown again. */
  again?: () => void | Promise<void>;
}

export interface Step {
  title: string;
  placeholder: string;
  /** Called each time the step is shown, with the answers of the previous steps. */
  answers: (before: readonly string[]) => StepAnswer[] | Promise<StepAnswer[]>;
  /** The value of the item that is focused at first. */
  active?: string;
  /** Turns typed text that matches no item into an answer; undefined: the text is not accepted, and `error` is the reason. */
  free?: (text: string) => { answer?: StepAnswer; error?: string };
}

/** undefined: dismissed. */
export async function askSteps(name: string, steps: readonly Step[]): Promise<string[] | undefined> {
  const given: string[] = [];
  let index = 0;
  while (index < steps.length) {
    const step = steps[index];
    if (step === undefined) break;
    const outcome = await askStep(withoutReordering(`${name}: ${step.title}`), step, index, steps.length, given);
    if (outcome === "closed") return undefined;
    if (outcome === "back") index -= 1;
    else if ("again" in outcome) await outcome.again();
    else {
      given[index] = outcome.value;
      index += 1;
    }
  }
  return given;
}

type Outcome = "closed" | "back" | { again: () => void | Promise<void> } | { value: string };

async function askStep(title: string, step: Step, index: number, total: number, given: readonly string[]): Promise<Outcome> {
  const pick = vscode.window.createQuickPick<StepAnswer>();
  pick.title = title;
  pick.step = index + 1;
  pick.totalSteps = total;
  pick.placeholder = withoutReordering(step.placeholder);
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.buttons = index > 0 ? [vscode.QuickInputButtons.Back] : [];
  pick.busy = true;
  let answers: StepAnswer[] = [];
  const outcome = new Promise<Outcome>((resolve) => {
    pick.onDidChangeValue((text) => {
      const typed = text.trim();
      const free = typed === "" || answers.some((answer) => answer.value === typed) ? undefined : step.free?.(typed);
      pick.items = free?.answer === undefined ? answers : [...answers, shownRow(free.answer)];
      pick.title = free?.error === undefined ? title : `${title} (${free.error})`;
    });
    pick.onDidAccept(() => {
      // A fast typist can accept before the typed text has become an item. Accepting without text before the items are listed is ignored.
      const typed = pick.value.trim();
      const chosen = pick.selectedItems[0] ?? (typed === "" ? undefined : step.free?.(typed).answer);
      if (chosen?.again !== undefined) resolve({ again: chosen.again });
      else if (chosen?.value !== undefined) resolve({ value: chosen.value });
    });
    pick.onDidTriggerButton(() => resolve("back"));
    pick.onDidHide(() => resolve("closed"));
  });
  pick.show();
  try {
    answers = (await step.answers(given)).map(shownRow);
    pick.items = answers;
    pick.busy = false;
    const active = answers.find((answer) => answer.value !== undefined && answer.value === (given[index] ?? step.active));
    if (active !== undefined) pick.activeItems = [active];
    return await outcome;
  } finally {
    pick.dispose();
  }
}
