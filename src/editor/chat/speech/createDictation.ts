/** The one dictation of a window, for the panel whose message it is part of. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import { report } from "../../base/report.ts";
import { dictate } from "./dictate.ts";

export interface Dictation extends vscode.Disposable {
  /** Whether the panel shows a microphone. */
  readonly isOffered: boolean;
  /** It is offered or no longer, or begins or ends. */
  readonly onDidChange: vscode.Event<void>;
  isFor(panel: object): boolean;
  /** Ends the dictation if it is this panel's; otherwise begins one, after the end of another panel's. `take` gets what was said. */
  toggle(panel: object, column: vscode.ViewColumn, take: (text: string) => unknown): Promise<void>;
  /** It also ends when the user goes back to the panel. */
  noteFocus(panel: object, isFocused: boolean): void;
  end(panel: object): void;
}

const speechProviders = z.object({ contributes: z.object({ speechProviders: z.array(z.unknown()).check(z.minLength(1)) }) });

/**
 * VS Code's context key `hasSpeechProvider` would say so also of an extension on the other side of a remote window, but extensions cannot read it.
 * @internal
 */
export function hasSpeechExtension(extensions: readonly Pick<vscode.Extension<unknown>, "packageJSON">[]): boolean {
  return extensions.some(({ packageJSON }) => speechProviders.safeParse(packageJSON).success);
}

export function createDictation(): Dictation {
  const changed = new vscode.EventEmitter<void>();
  let running: { panel: object; ended: AbortController; hasLeft: boolean } | undefined;
  /** Resolves when the text of the last dictation has been taken: VS Code listens in one editor at a time. */
  let last: Promise<void> = Promise.resolve();
  let isOffered = false;
  const offer = () => {
    isOffered = hasSpeechExtension(vscode.extensions.all);
    void vscode.commands.executeCommand("setContext", "generationStudio.hasMicrophone", isOffered);
    changed.fire();
  };
  offer();
  const watching = vscode.extensions.onDidChange(offer);
  const end = (panel: object) => {
    if (running?.panel === panel) running.ended.abort();
  };
  return {
    get isOffered() {
      return isOffered;
    },
    onDidChange: changed.event,
    isFor: (panel) => running?.panel === panel,
    async toggle(panel, column, take) {
      const isOwn = running?.panel === panel;
      running?.ended.abort();
      if (isOwn) return;
      const mine = { panel, ended: new AbortController(), hasLeft: false };
      running = mine;
      changed.fire();
      last = last.then(async () => {
        try {
          if (!mine.ended.signal.aborted) await take(await dictate({ column, ended: mine.ended.signal }));
        } catch (error) {
          // Not awaited, because the message may stay open.
          void report(error);
        }
        if (running === mine) running = undefined;
        changed.fire();
      });
      await last;
    },
    noteFocus(panel, isFocused) {
      if (running?.panel !== panel) return;
      if (!isFocused) running.hasLeft = true;
      // The report of the focus that the panel had before may come late.
      else if (running.hasLeft) end(panel);
    },
    end,
    dispose() {
      running?.ended.abort();
      watching.dispose();
      changed.dispose();
    },
  };
}
