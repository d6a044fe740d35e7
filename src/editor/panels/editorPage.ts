/** The page of an editor tab, such as the library: the files that it loads, and the messages that it sends. */
import * as vscode from "vscode";
import { log } from "../base/log.ts";
import { report } from "../base/report.ts";
import { panelHtml } from "./panelHtml.ts";

export interface EditorPageOptions<Message> {
  panel: vscode.WebviewPanel;
  extensionUri: vscode.Uri;
  /** Name of the page's script and style files, without extension. */
  bundle: string;
  /** All texts of the page, in English. */
  texts: Readonly<Record<string, string>>;
  /** undefined: not a message of the page. */
  read(value: unknown): Message | undefined;
  act(message: Message): Promise<void>;
}

export class EditorPage<Message> implements vscode.Disposable {
  readonly #options: EditorPageOptions<Message>;
  readonly #listener: vscode.Disposable;

  constructor(options: EditorPageOptions<Message>) {
    this.#options = options;
    const { panel, extensionUri, bundle, read, act } = options;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, "media", "icon.png");
    this.#listener = panel.webview.onDidReceiveMessage(async (value: unknown) => {
      const message = read(value);
      if (message === undefined) return log.warn(`Ignored an invalid message of the page "${bundle}".`);
      await act(message).catch(report);
    });
  }

  /** Loads the page, or loads it again. Besides its own files, it may load those in `folders`. */
  draw(title: string, folders: readonly vscode.Uri[] = []): void {
    const { panel, extensionUri, bundle, texts } = this.#options;
    const { webview } = panel;
    panel.title = title;
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, "dist", "webview"), ...folders] };
    webview.html = panelHtml(webview, extensionUri, { bundle, title, location: "editor", texts });
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
