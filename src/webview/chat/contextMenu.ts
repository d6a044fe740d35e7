/** Provides the context for VS Code's context menu of the turns, and copies what was clicked. */
import { findTurn, plainText } from "../../chat/conversation/conversation.ts";
import type { ChatPush } from "../../chat/messages/chatPush.ts";
import { codeOf } from "../markdown/codeBlock.ts";
import { copyImage } from "../media/copyImage.ts";
import type { Panel } from "./panel.ts";

type Copied = Extract<ChatPush, { type: "copyClicked" }>["what"];

export class ContextMenu {
  readonly #region: HTMLElement;
  readonly #panel: Panel;
  #clicked: Element | undefined;

  /** `region`: the element with the turns. Inputs in it keep VS Code's default menu. */
  constructor(region: HTMLElement, panel: Panel) {
    this.#region = region;
    this.#panel = panel;
  }

  /** VS Code listens on the window and reads the attribute after this listener. */
  onContextMenu({ target }: MouseEvent): void {
    const clicked = target instanceof Element ? target : undefined;
    this.#clicked = clicked;
    if (clicked?.closest("textarea, input")) {
      delete this.#region.dataset.vscodeContext;
      return;
    }
    this.#region.dataset.vscodeContext = JSON.stringify({
      preventDefaultContextMenuItems: true,
      "generationStudio.hasSelectedText": getSelection()?.isCollapsed === false,
      "generationStudio.inTurn": clicked?.closest("[data-turn]") != null,
      "generationStudio.inCode": clicked?.closest(".code-block") != null,
      "generationStudio.inImage": this.#image() !== undefined,
    });
  }

  /** Copies the selection, or the code block, the image, or the message or answer as Markdown, that the menu was opened on. */
  copyClicked(what: Copied): void {
    if (what === "image") {
      const image = this.#image();
      if (image !== undefined) void copyImage(image.source, image.refuse);
      return;
    }
    const text = this.#read(what);
    if (text) this.#panel.host.call("copy", { text });
  }

  /** `refuse`: called if the image cannot be copied. */
  #image(): { source: string; refuse: () => void } | undefined {
    const { host, store } = this.#panel;
    const file = this.#clicked?.closest<HTMLElement>("[data-image]")?.dataset.image;
    if (file !== undefined) return { source: `${store.state.imageFolder}/${file}`, refuse: () => host.call("imageNotCopied", { file }) };
    const figure = this.#clicked?.closest<HTMLElement>(".task-file");
    const source = figure?.querySelector("img")?.src;
    const turnId = figure?.closest<HTMLElement>("[data-turn]")?.dataset.turn;
    if (source === undefined || turnId === undefined) return undefined;
    const number = Number(figure?.dataset.number);
    return { source, refuse: () => host.call("actOnResult", { turnId, number, action: "copyImage" }) };
  }

  #read(what: Exclude<Copied, "image">): string | undefined {
    switch (what) {
      case "selection":
        return String(getSelection());
      case "code":
        return this.#clicked && codeOf(this.#clicked)?.code;
      case "markdown": {
        const id = this.#clicked?.closest<HTMLElement>("[data-turn]")?.dataset.turn;
        const { conversation } = this.#panel.store.state;
        const turn = id === undefined || conversation === undefined ? undefined : findTurn(conversation, id);
        return turn && plainText(turn);
      }
    }
  }
}
