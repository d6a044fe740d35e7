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
  const tell = (next: object | undefined) => {
    const isTold = (focused === undefined) === (next === undefined);
    focused = next;
    if (!isTold) void vscode.commands.executeCommand("setContext", "generationStudio.chatFocused", next !== undefined);
  };
  return {
    entered: tell,
    left: (panel) => {
      if (focused === panel) tell(undefined);
    },
  };
}
