/** Asks several questions in one quick pick of several steps, with a way back. */
import * as vscode from "vscode";

export interface Answer extends vscode.QuickPickItem {
  /** undefined: the item is a separator or switches something. */
  value?: string;
  /** Instead of answering, the step is asked again after this. */
  again?: () => void | Promise<void>;
}

export interface Step {
  title: string;
  placeholder: string;
  /** Asked again at each showing, with the answers of the steps before. */
  answers: (before: readonly string[]) => Answer[] | Promise<Answer[]>;
  /** The value that is marked at first. */
  active?: string;
  /** Turns typed text that is no item into an answer; undefined: it is not taken, and `error` says why. */
  free?: (text: string) => { answer?: Answer; error?: string };
}

/** undefined: dismissed. */
export async function askSteps(name: string, steps: readonly Step[]): Promise<string[] | undefined> {
  const given: string[] = [];
  let index = 0;
  while (index < steps.length) {
    const step = steps[index];
    if (step === undefined) break;
    const outcome = await askStep(`${name}: ${step.title}`, step, index, steps.length, given);
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
  const pick = vscode.window.createQuickPick<Answer>();
  pick.title = title;
  pick.step = index + 1;
  pick.totalSteps = total;
  pick.placeholder = step.placeholder;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.buttons = index > 0 ? [vscode.QuickInputButtons.Back] : [];
  pick.busy = true;
  let answers: Answer[] = [];
  const outcome = new Promise<Outcome>((resolve) => {
    pick.onDidChangeValue((text) => {
      const typed = text.trim();
      const free = typed === "" || answers.some((answer) => answer.value === typed) ? undefined : step.free?.(typed);
      pick.items = free?.answer === undefined ? answers : [...answers, free.answer];
      pick.title = free?.error === undefined ? title : `${title} (${free.error})`;
    });
    pick.onDidAccept(() => {
      // Whoever types fast accepts before the typed text has become an item; nothing typed and nothing listed yet is no answer.
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
    answers = await step.answers(given);
    pick.items = answers;
    pick.busy = false;
    const active = answers.find((answer) => answer.value !== undefined && answer.value === (given[index] ?? step.active));
    if (active !== undefined) pick.activeItems = [active];
    return await outcome;
  } finally {
    pick.dispose();
  }
}
