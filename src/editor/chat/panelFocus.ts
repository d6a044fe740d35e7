/** Keeps the context key that is set while a chat panel has the focus. */
import * as vscode from "vscode";

export interface PanelFocus {
  entered(panel: object): void;
  /** Harmless for a panel that did not have the focus: what one panel reports may arrive after what the next one reports. */
  left(panel: object): void;
  has(panel: object): boolean;
}

/** VS Code's own `focusedView` does not learn of a click into a view's page. */
export function trackPanelFocus(): PanelFocus {
  let focused: object | undefined;
  const update = () => void vscode.commands.executeCommand("setContext", "generationStudio.chatFocused", focused !== undefined);
  // The key outlives an extension host that ends without a word.
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
