/** The host of a page in an editor tab, such as the library: loads the page, answers its calls, and pushes what has changed. */
import * as vscode from "vscode";
import { answerCall, type CallHandlers, type PanelProtocol, type Push, type ToPage } from "../../contract/panelProtocol.ts";
import { log } from "../base/log.ts";
import { report } from "../base/report.ts";
import { panelHtml } from "./panelHtml.ts";

export interface PanelHostOptions<Protocol extends PanelProtocol> {
  panel: vscode.WebviewPanel;
  extensionUri: vscode.Uri;
  /** Name of the page's script and style files, without extension. */
  bundle: string;
  /** All texts of the page, in English. */
  texts: Readonly<Record<string, string>>;
  protocol: Protocol;
  handlers: CallHandlers<Protocol>;
}

export class PanelHost<Protocol extends PanelProtocol> implements vscode.Disposable {
  readonly #options: PanelHostOptions<Protocol>;
  readonly #listeners: vscode.Disposable;
  #isOpen = true;
  #isReady = false;

  constructor(options: PanelHostOptions<Protocol>) {
    this.#options = options;
    const { panel, extensionUri, bundle, protocol, handlers } = options;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, "media", "icon.png");
    const answering = {
      send: (message: ToPage) => this.#send(message),
      begin: (name: string) => {
        if (name === "ready") this.#isReady = true;
      },
      refuse: () => log.warn(`Ignored an invalid call of the page "${bundle}".`),
      fail: (error: unknown) => void report(error),
    };
    this.#listeners = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage((message: unknown) => answerCall(protocol, handlers, message, answering)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible && !panel.options.retainContextWhenHidden) this.#isReady = false;
      }),
      panel.onDidDispose(() => this.#close()),
    );
  }

  /** Whether there is a page that receives pushes. VS Code destroys a hidden page and loads it again when it is shown. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Loads the page, or loads it again. Besides its own files, it may load those in `folders`. */
  draw(title: string, folders: readonly vscode.Uri[] = []): void {
    this.#isReady = false;
    const { panel, extensionUri, bundle, texts } = this.#options;
    const { webview } = panel;
    panel.title = title;
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, "dist", "webview"), ...folders] };
    webview.html = panelHtml(webview, extensionUri, { bundle, title, location: "editor", texts });
  }

  /** Does nothing while there is no page, which asks for everything when it is ready. */
  push(push: Push<Protocol>): void {
    if (this.#isReady) this.#send({ push });
  }

  dispose(): void {
    this.#close();
    this.#listeners.dispose();
  }

  #close(): void {
    this.#isOpen = false;
    this.#isReady = false;
  }

  /** A call may have closed the tab, whose webview then throws. */
  #send(message: ToPage): void {
    if (this.#isOpen) void this.#options.panel.webview.postMessage(message);
  }
}
