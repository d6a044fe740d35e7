/** Shows errors in the CSV files of cases that open prompt documents name. */
import * as vscode from "vscode";
import type { Diagnostic } from "../../prompt/diagnostic.ts";
import { resolvePath } from "../prompts/promptPaths.ts";

export class CasesDiagnostics {
  readonly #collection = vscode.languages.createDiagnosticCollection("generation-prompt-cases");
  /** By document, the files with diagnostics. */
  readonly #files = new Map<string, vscode.Uri[]>();

  /** `found`: all diagnostics of a document; those in the document itself are not shown here. */
  set(document: vscode.Uri, found: readonly Diagnostic[]): void {
    const byFile = new Map<string, { uri: vscode.Uri; shown: vscode.Diagnostic[] }>();
    for (const one of found) {
      const uri = one.elsewhere && resolvePath(document, one.elsewhere.file);
      if (one.elsewhere === undefined || uri === undefined) continue;
      const file = byFile.get(uri.toString()) ?? { uri, shown: [] };
      const { line } = one.elsewhere;
      file.shown.push(diagnosticAt(new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER), one));
      byFile.set(uri.toString(), file);
    }
    for (const uri of this.#files.get(document.toString()) ?? []) if (!byFile.has(uri.toString())) this.#collection.delete(uri);
    for (const { uri, shown } of byFile.values()) this.#collection.set(uri, shown);
    const named = [...byFile.values()].map(({ uri }) => uri);
    if (named.length > 0) this.#files.set(document.toString(), named);
    else this.#files.delete(document.toString());
  }

  dispose(): void {
    this.#collection.dispose();
  }
}

export function diagnosticAt(range: vscode.Range, { severity, message, code }: Diagnostic): vscode.Diagnostic {
  const level = severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
  const shown = new vscode.Diagnostic(range, message.replaceAll("`", "'"), level);
  shown.source = "Generation Studio";
  shown.code = code;
  return shown;
}
