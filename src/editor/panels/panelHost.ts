/** The host of a page in an editor tab or in the side bar: loads the page, answers its calls, and pushes what has changed. */
import * as vscode from "vscode";
import { answerCall, type CallHandlers, type PanelProtocol, type Push, type ToPage } from "../../contract/panelProtocol.ts";
import { log } from "../base/log.ts";
import { report } from "../base/report.ts";
import { panelHtml } from "./panelHtml.ts";

export interface PanelHostOptions<Protocol extends PanelProtocol> {
  /** An editor tab, or a view of the side bar. */
  panel: vscode.WebviewPanel | vscode.WebviewView;
  extensionUri: vscode.Uri;
  /** Name of the page's script and style files, without extension. */
  bundle: string;
  /** Names of the script files that the bundle imports at once. */
  imports?: readonly string[];
  /** All texts of the page, in English. */
  texts: Readonly<Record<string, string>>;
  /** The text in its empty input, in English, if it has one. */
  hint?: string;
  protocol: Protocol;
  /** Called once, at the page's first call. */
  handlers: () => CallHandlers<Protocol>;
}

export class PanelHost<Protocol extends PanelProtocol> implements vscode.Disposable {
  readonly #options: PanelHostOptions<Protocol>;
  readonly #listeners: vscode.Disposable;
  #handlers: CallHandlers<Protocol> | undefined;
  /** For the page that is ready next. */
  #waiting: Push<Protocol>[] = [];
  #isOpen = true;
  #isReady = false;

  constructor(options: PanelHostOptions<Protocol>) {
    this.#options = options;
    const { panel, extensionUri, bundle, protocol, handlers } = options;
    if (isTab(panel)) panel.iconPath = vscode.Uri.joinPath(extensionUri, "media", "icon.png");
    const answering = {
      send: (message: ToPage) => this.#send(message),
      begin: (name: string) => {
        if (name === "ready") this.#isReady = true;
      },
      refuse: (why: string) => log.warn(`Ignored an invalid call of the page "${bundle}": ${why}.`),
      fail: (error: unknown) => void report(error),
    };
    this.#listeners = vscode.Disposable.from(
      panel.webview.onDidReceiveMessage(async (message: unknown) => {
        this.#handlers ??= handlers();
        await answerCall(protocol, this.#handlers, message, answering);
        if (this.#isReady) for (const push of this.#waiting.splice(0)) this.#send({ push });
      }),
      isTab(panel)
        ? panel.onDidChangeViewState(() => {
            if (!panel.visible && !panel.options.retainContextWhenHidden) this.#isReady = false;
          })
        : panel.onDidChangeVisibility(() => {
            if (!panel.visible) this.#isReady = false;
          }),
      panel.onDidDispose(() => this.#close()),
    );
  }

  /** Whether there is a page that receives pushes. VS Code destroys a hidden page and loads it again when it is shown. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether the page is in an editor tab. */
  get isTab(): boolean {
    return isTab(this.#options.panel);
  }

  /** Brings the page to the front, with the focus. Does nothing if its tab was closed, which would throw. */
  reveal(): void {
    const { panel } = this.#options;
    if (!this.#isOpen) return;
    if (isTab(panel)) panel.reveal();
    else panel.show();
  }

  /** Loads the page, or loads it again. Besides its own files, it may load those in `folders`. */
  draw(title: string, folders: readonly vscode.Uri[] = []): void {
    this.#isReady = false;
    const { panel, extensionUri, bundle, imports = [], texts, hint } = this.#options;
    const { webview } = panel;
    const location = isTab(panel) ? "editor" : "sideBar";
    if (location === "editor") panel.title = title;
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, "dist", "webview"), ...folders] };
    webview.html = panelHtml(webview, extensionUri, {
      bundle,
      imports,
      title,
      location,
      texts,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  /** Does nothing while there is no page, which asks for everything when it is ready. */
  push(push: Push<Protocol>): void {
    if (this.#isReady) this.#send({ push });
  }

  /** The same, but while there is no page, it waits until one has called `ready`. */
  pushWhenReady(push: Push<Protocol>): void {
    if (this.#isReady) this.#send({ push });
    else if (this.#isOpen) this.#waiting.push(push);
  }

  /** The address that the page loads a file from. */
  addressOf(file: vscode.Uri): string {
    return this.#options.panel.webview.asWebviewUri(file).toString();
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

function isTab(panel: vscode.WebviewPanel | vscode.WebviewView): panel is vscode.WebviewPanel {
  return "onDidChangeViewState" in panel;
}
