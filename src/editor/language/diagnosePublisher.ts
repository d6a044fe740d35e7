/** Publishes the diagnostics of open prompt documents, and updates them after edits and when files or models change. */
import * as vscode from "vscode";
import { type Typing, withoutUnfinished } from "../../prompt/assist/withoutUnfinished.ts";
import { diagnose } from "../../prompt/diagnose.ts";
import type { Diagnostic } from "../../prompt/diagnostic.ts";
import type { FactGatherer } from "../prompts/factGatherer.ts";
import { isPromptDocument } from "../prompts/promptLanguage.ts";
import { CasesDiagnostics, diagnosticAt } from "./casesDiagnostics.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import { toRange } from "./openDocuments.ts";

/** Milliseconds without an edit before files on disk are checked. */
const quietTime = 250;
/** Milliseconds without an edit after which the user counts as not typing. @internal */
export const typingPause = 2000;

interface TypedDocument {
  /** Zero-based line of the last edit. */
  line: number;
  pause: NodeJS.Timeout;
}

export class DiagnosePublisher {
  readonly #collection = vscode.languages.createDiagnosticCollection("generation-prompt");
  readonly #inFiles = new CasesDiagnostics();
  readonly #documents: OpenDocuments;
  readonly #facts: FactGatherer;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #found = new WeakMap<vscode.TextDocument, readonly Diagnostic[]>();
  readonly #shown = new WeakMap<vscode.TextDocument, readonly Diagnostic[]>();
  /** Documents that the user is typing in. */
  readonly #typed = new Map<vscode.TextDocument, TypedDocument>();
  readonly #changed = new vscode.EventEmitter<void>();
  /**
   * Fires when diagnostics change without an edit, for example because of facts from the disk or the catalogue. Lenses depend on it too.
   */
  readonly onDidChange = this.#changed.event;
  readonly #disposables: vscode.Disposable[];

  constructor(documents: OpenDocuments, facts: FactGatherer, renewOn: readonly vscode.Event<unknown>[]) {
    this.#documents = documents;
    this.#facts = facts;
    const { workspace, window } = vscode;
    const renewAll = (): void => {
      for (const document of workspace.textDocuments) this.#renew(document, 0);
      this.#changed.fire();
    };
    this.#disposables = [
      this.#collection,
      this.#inFiles,
      this.#changed,
      workspace.onDidOpenTextDocument((document) => this.#renew(document, 0)),
      workspace.onDidChangeTextDocument((event) => {
        const line = event.contentChanges.at(-1)?.range.start.line;
        if (line !== undefined && isPromptDocument(event.document)) this.#notice(event.document, line);
        this.#renew(event.document, quietTime);
      }),
      window.onDidChangeTextEditorSelection(({ textEditor: { document } }) => {
        if (!this.#typed.has(document)) return;
        const before = this.of(document).length;
        this.#show(document);
        if (this.of(document).length !== before) this.#changed.fire();
      }),
      workspace.onDidCloseTextDocument((document) => this.#close(document)),
      workspace.onDidSaveTextDocument((document) => {
        this.#stopTyping(document);
        renewAll();
      }),
      workspace.onDidCreateFiles(renewAll),
      workspace.onDidDeleteFiles(renewAll),
      workspace.onDidRenameFiles(renewAll),
      window.onDidChangeWindowState((state) => state.focused && renewAll()),
      ...renewOn.map((event) => event(renewAll)),
    ];
    renewAll();
  }

  /** The diagnostics currently shown for a document. */
  of(document: vscode.TextDocument): readonly Diagnostic[] {
    return this.#shown.get(document) ?? [];
  }

  /** Shows all diagnostics, including those hidden while the user is typing. */
  showAll(document: vscode.TextDocument): void {
    this.#stopTyping(document);
    this.#publish(document);
    this.#changed.fire();
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const document of this.#typed.keys()) this.#stopTyping(document);
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  #renew(document: vscode.TextDocument, delay: number): void {
    if (!isPromptDocument(document) || document.isClosed) return;
    this.#publish(document);
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => void this.#lookAtFiles(document), delay),
    );
  }

  async #lookAtFiles(document: vscode.TextDocument): Promise<void> {
    this.#timers.delete(document.uri.toString());
    const isDifferent = await this.#facts.lookAtFiles(document, this.#documents.parse(document));
    if (document.isClosed) this.#facts.forget(document.uri);
    else if (isDifferent) {
      this.#publish(document);
      this.#changed.fire();
    }
  }

  #publish(document: vscode.TextDocument): void {
    const parsed = this.#documents.parse(document);
    const found = diagnose(parsed, this.#facts.known(document, parsed));
    this.#found.set(document, found);
    this.#show(document);
  }

  #show(document: vscode.TextDocument): void {
    const found = this.#found.get(document) ?? [];
    const typing = this.#typingIn(document);
    const shown = typing === undefined ? found : withoutUnfinished(found, this.of(document), typing);
    this.#shown.set(document, shown);
    this.#collection.set(
      document.uri,
      shown.flatMap((one) => (one.elsewhere === undefined ? [toDiagnostic(document, one)] : [])),
    );
    this.#inFiles.set(document.uri, shown);
  }

  #typingIn(document: vscode.TextDocument): Typing | undefined {
    const edited = this.#typed.get(document)?.line;
    const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
    if (edited === undefined || editor === undefined) return undefined;
    const { line } = editor.selection.active;
    const { range } = document.lineAt(Math.min(line, document.lineCount - 1));
    return {
      line: { start: document.offsetAt(range.start), end: document.offsetAt(range.end) },
      isOnEditedLine: line === edited,
    };
  }

  #notice(document: vscode.TextDocument, line: number): void {
    this.#stopTyping(document);
    this.#typed.set(document, { line, pause: setTimeout(() => this.showAll(document), typingPause) });
  }

  #stopTyping(document: vscode.TextDocument): void {
    clearTimeout(this.#typed.get(document)?.pause);
    this.#typed.delete(document);
  }

  #close(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#stopTyping(document);
    this.#collection.delete(document.uri);
    this.#inFiles.set(document.uri, []);
    this.#facts.forget(document.uri);
  }
}

function toDiagnostic(document: vscode.TextDocument, one: Diagnostic): vscode.Diagnostic {
  const shown = diagnosticAt(toRange(document, one.range), one);
  if (one.code === "unusedVariable") shown.tags = [vscode.DiagnosticTag.Unnecessary];
  return shown;
}
