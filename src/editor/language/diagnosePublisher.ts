/** Open prompt documents in; their diagnostics in VS Code's Problems, renewed at each edit and when a file or model they name changes, out. */
import * as vscode from "vscode";
import { diagnose } from "../../prompt/diagnose.ts";
import type { Diagnostic } from "../../prompt/diagnostic.ts";
import type { FactGatherer } from "./factGatherer.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import { toRange } from "./openDocuments.ts";
import { isPromptDocument } from "./promptLanguage.ts";

/** Milliseconds without an edit after which the disk is asked. */
const quietTime = 250;

export class DiagnosePublisher {
  private readonly collection = vscode.languages.createDiagnosticCollection("generation-prompt");
  private readonly documents: OpenDocuments;
  private readonly facts: FactGatherer;
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly found = new WeakMap<vscode.TextDocument, readonly Diagnostic[]>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when facts from the disk or the catalogue are different: lenses depend on them too. */
  readonly onDidChange = this.changed.event;
  private readonly disposables: vscode.Disposable[];

  constructor(documents: OpenDocuments, facts: FactGatherer, renewOn: readonly vscode.Event<unknown>[]) {
    this.documents = documents;
    this.facts = facts;
    const { workspace, window } = vscode;
    const renewAll = (): void => {
      for (const document of workspace.textDocuments) this.renew(document, 0);
      this.changed.fire();
    };
    this.disposables = [
      this.collection,
      this.changed,
      workspace.onDidOpenTextDocument((document) => this.renew(document, 0)),
      workspace.onDidChangeTextDocument((event) => this.renew(event.document, quietTime)),
      workspace.onDidCloseTextDocument((document) => this.close(document)),
      workspace.onDidSaveTextDocument(renewAll),
      workspace.onDidCreateFiles(renewAll),
      workspace.onDidDeleteFiles(renewAll),
      workspace.onDidRenameFiles(renewAll),
      window.onDidChangeWindowState((state) => state.focused && renewAll()),
      ...renewOn.map((event) => event(renewAll)),
    ];
    renewAll();
  }

  /** The diagnostics shown for a document now. */
  of(document: vscode.TextDocument): readonly Diagnostic[] {
    return this.found.get(document) ?? [];
  }

  dispose(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private renew(document: vscode.TextDocument, delay: number): void {
    if (!isPromptDocument(document) || document.isClosed) return;
    this.publish(document);
    const key = document.uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.set(
      key,
      setTimeout(() => void this.lookAtFiles(document), delay),
    );
  }

  private async lookAtFiles(document: vscode.TextDocument): Promise<void> {
    this.timers.delete(document.uri.toString());
    const isDifferent = await this.facts.lookAtFiles(document, this.documents.parse(document));
    if (document.isClosed) this.facts.forget(document.uri);
    else if (isDifferent) {
      this.publish(document);
      this.changed.fire();
    }
  }

  private publish(document: vscode.TextDocument): void {
    const parsed = this.documents.parse(document);
    const found = diagnose(parsed, this.facts.known(document, parsed));
    this.found.set(document, found);
    this.collection.set(
      document.uri,
      found.map((one) => toDiagnostic(document, one)),
    );
  }

  private close(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
    this.collection.delete(document.uri);
    this.facts.forget(document.uri);
  }
}

function toDiagnostic(document: vscode.TextDocument, one: Diagnostic): vscode.Diagnostic {
  const severity = one.severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const shown = new vscode.Diagnostic(toRange(document, one.range), one.message.replaceAll("`", "'"), severity);
  shown.source = "Generation Studio";
  shown.code = one.code;
  if (one.code === "unusedVariable") shown.tags = [vscode.DiagnosticTag.Unnecessary];
  return shown;
}
