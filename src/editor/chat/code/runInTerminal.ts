import * as vscode from "vscode";
import { mention } from "../../base/report.ts";
import { terminalText } from "./terminalText.ts";

/** Milliseconds after the start of its process for which a shell without VS Code's integration, which reports nothing, is awaited. */
const longestStart = 3000;

/** Milliseconds from the first report of the integration for which the report of the folder is awaited. */
const longestIntegration = 15_000;

/**
 * Milliseconds without a report, after which a shell that reported its folder shows the prompt: it reports the folder just before. On a
 * busy machine the prompt is as late as the report was, so it is given as long as the shell's start took, within these limits.
 */
const promptDelay = { shortest: 300, longest: 3000 } as const;

/** Each resolves when the terminal's shell has shown its first prompt. */
const starts = new WeakMap<vscode.Terminal, Promise<void>>();

/** Writes commands at the terminal's prompt without running them. */
export async function runInTerminal(code: string, language: string): Promise<void> {
  const commands = terminalText(code, language);
  if (commands === undefined) {
    mention(vscode.l10n.t("There is no command to run."));
    return;
  }
  const present = vscode.window.activeTerminal;
  const terminal = present ?? vscode.window.createTerminal();
  if (present === undefined) starts.set(terminal, untilPrompt(terminal));
  terminal.show();
  await starts.get(terminal);
  if (commands.isSeveral) await paste(commands.text);
  else terminal.sendText(commands.text, false);
}

/**
 * Resolves when a new terminal's shell shows its prompt. Before that, it does not take several lines as one text. The first report does
 * not suffice, because the integration is loaded before the user's `PROMPT_COMMAND` runs.
 */
async function untilPrompt(terminal: vscode.Terminal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const wait = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(resolve, milliseconds);
  };
  let startedAt = performance.now();
  const listeners = [
    vscode.window.onDidChangeTerminalShellIntegration(({ terminal: changed, shellIntegration }) => {
      if (changed !== terminal) return;
      const took = Math.min(promptDelay.longest, Math.max(promptDelay.shortest, performance.now() - startedAt));
      wait(shellIntegration.cwd === undefined ? longestIntegration : took);
    }),
    vscode.window.onDidCloseTerminal((closed) => {
      if (closed === terminal) resolve();
    }),
  ];
  void terminal.processId.then(() => {
    startedAt = performance.now();
    if (timer === undefined) wait(longestStart);
  });
  await promise;
  clearTimeout(timer);
  vscode.Disposable.from(...listeners).dispose();
}

/**
 * The terminal knows whether its shell takes several lines as one text (bracketed paste); if not, VS Code asks before it runs them one by
 * one. It pastes only from the clipboard, whose text is restored afterwards.
 */
async function paste(text: string): Promise<void> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  await clipboard.writeText(text);
  try {
    await vscode.commands.executeCommand("workbench.action.terminal.paste");
  } finally {
    await clipboard.writeText(before);
  }
}
