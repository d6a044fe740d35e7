/** Keeps the context key that is set while a chat panel has the focus. */
import * as vscode from "vscode";

export interface PanelFocus {
  entered(panel: object): void;
  /** Does nothing if another panel has the focus: one panel's report may arrive after the next panel's. */
  left(panel: object): void;
  has(panel: object): boolean;
}

/** VS Code's `focusedView` does not change on a click inside the webview. */
export function trackPanelFocus(): PanelFocus {
  let focused: object | undefined;
  const update = () => void vscode.commands.executeCommand("setContext", "generationStudio.chatFocused", focused !== undefined);
  // The context key stays set if the extension host crashes.
  update();
  return {
    entered(panel) {
      focused = panel;
      update();
    },
    left(panel) {
      if (focused !== panel) return;
      focused = undefined;
      update();
    },
    has: (panel) => focused === panel,
  };
}
