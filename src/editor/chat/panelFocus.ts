/** Panels that the user goes into and leaves in; the context key that tells keybindings whether the focus is in one of them out. */
import * as vscode from "vscode";

export interface PanelFocus {
  entered(panel: object): void;
  /** Harmless for a panel that did not have the focus: what one panel tells may come after what the next one does. */
  left(panel: object): void;
}

/** VS Code's own `focusedView` does not learn of a click into a view's page. */
export function trackPanelFocus(): PanelFocus {
  let focused: object | undefined;
  const tell = () => void vscode.commands.executeCommand("setContext", "generationStudio.chatFocused", focused !== undefined);
  // The key outlives an extension host that ends without a word.
  tell();
  return {
    entered(panel) {
      focused = panel;
      tell();
    },
    left(panel) {
      if (focused !== panel) return;
      focused = undefined;
      tell();
    },
  };
}
