/** Provides the context for VS Code's context menu in the transcript, and copies what was clicked. */
import { findTurn, plainText } from "../../chat/conversation.ts";
import type { ToPanel } from "../../chat/toPanel.ts";
import { codeOf } from "../markdown/codeBlock.ts";
import { copyImage } from "./answer/copyImage.ts";
import type { Panel } from "./panel.ts";

type Copied = Extract<ToPanel, { type: "copyClicked" }>["what"];

export interface ContextMenu {
  /** VS Code listens on the window and reads the attribute after this listener. */
  onContextMenu(event: MouseEvent): void;
  /** Copies the selection, or the code block, the image, or the message or answer as Markdown, that the menu was opened on. */
  copyClicked(what: Copied): void;
}

/** `region`: the element with the transcript. Inputs in it keep VS Code's default menu. */
export function createContextMenu(region: HTMLElement, panel: Panel): ContextMenu {
  const { store, host } = panel;
  let clicked: Element | undefined;

  const imageFile = () => clicked?.closest<HTMLElement>("[data-image]")?.dataset.image;

  function read(what: Exclude<Copied, "image">): string | undefined {
    switch (what) {
      case "selection":
        return String(getSelection());
      case "code":
        return clicked && codeOf(clicked)?.code;
      case "markdown": {
        const id = clicked?.closest<HTMLElement>("[data-turn]")?.dataset.turn;
        const turn = id === undefined || store.state.conversation === undefined ? undefined : findTurn(store.state.conversation, id);
        return turn && plainText(turn);
      }
    }
  }

  return {
    onContextMenu({ target }) {
      clicked = target instanceof Element ? target : undefined;
      if (clicked?.closest("textarea, input")) {
        delete region.dataset.vscodeContext;
        return;
      }
      region.dataset.vscodeContext = JSON.stringify({
        preventDefaultContextMenuItems: true,
        "generationStudio.hasSelectedText": getSelection()?.isCollapsed === false,
        "generationStudio.inTurn": clicked?.closest("[data-turn]") != null,
        "generationStudio.inCode": clicked?.closest(".code-block") != null,
        "generationStudio.inImage": imageFile() !== undefined,
      });
    },
    copyClicked(what) {
      if (what === "image") {
        const file = imageFile();
        if (file !== undefined) void copyImage(file, panel);
        return;
      }
      const text = read(what);
      if (text) host.post({ type: "copy", text });
    },
  };
}
