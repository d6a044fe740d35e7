/** Shows compiled requests in a read-only editor. */

import * as vscode from "vscode";
import { t, writeNumber } from "../../contract/translate.ts";
import type { CompiledRequest } from "../../prompt/compile/compile.ts";
import { pathOf } from "../../prompt/compile/compile.ts";

const scheme = "generation-studio-request";

/** Characters of a data URI that are shown; the rest is replaced with its length. */
const shownData = 60;

export class RequestViewer {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables: vscode.Disposable[];

  constructor() {
    const provider: vscode.TextDocumentContentProvider = {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) => this.#texts.get(uri.path) ?? "",
    };
    this.#disposables = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, provider),
      vscode.workspace.onDidCloseTextDocument((document) => document.uri.scheme === scheme && this.#texts.delete(document.uri.path)),
    ];
  }

  async show(prompt: vscode.Uri, requests: readonly CompiledRequest[]): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `${prompt.path}.request.jsonc` });
    this.#texts.set(uri.path, requests.map(describeRequest).join("\n"));
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  dispose(): void {
    vscode.Disposable.from(...this.#disposables).dispose();
  }
}

function describeRequest({ request, output }: CompiledRequest): string {
  const body = JSON.stringify(request.body, (_name, value: unknown) => (typeof value === "string" ? shortenData(value) : value), 2);
  return [`// POST ${pathOf(request)}`, ...(output === undefined ? [] : [`// output: ${output}`]), body, ""].join("\n");
}

function shortenData(value: string): string {
  if (!/^data:/i.test(value) || value.length <= shownData) return value;
  return `${value.slice(0, shownData)}… (${t("{0} more characters", writeNumber(value.length - shownData))})`;
}
