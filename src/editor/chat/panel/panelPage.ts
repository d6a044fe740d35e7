/** The page of a panel. VS Code may destroy it and load it again at any time; messages wait until it is ready. */
import type * as vscode from "vscode";
import type { ToPanel } from "../../../chat/messages/toPanel.ts";

export class PanelPage {
  readonly webview: vscode.Webview;
  #isReady = false;
  #isClosed = false;
  #waiting: ToPanel[] = [];

  constructor(webview: vscode.Webview) {
    this.webview = webview;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  post(message: ToPanel): void {
    if (this.#isReady) void this.webview.postMessage(message);
    else if (!this.#isClosed) this.#waiting.push(message);
  }

  /** The page receives messages from now on. Those that wait are sent by `sendWaiting`. */
  open(): void {
    this.#isReady = true;
  }

  sendWaiting(): void {
    for (const message of this.#waiting.splice(0)) this.post(message);
  }

  /** The page is gone until it is ready again. */
  hide(): void {
    this.#isReady = false;
  }

  dispose(): void {
    this.#isReady = false;
    this.#isClosed = true;
  }
}
