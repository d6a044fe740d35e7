/** A comparison in an editor tab: sends the page the table and the changes, and performs the page's requests. */
import path from "node:path";
import * as vscode from "vscode";
import type { CallHandlers } from "../../../contract/panelProtocol.ts";
import type { ComparedCell, Comparison } from "../../../library/comparison/comparison.ts";
import { comparisonProtocol } from "../../../library/comparison/comparisonProtocol.ts";
import { comparisonTexts } from "../../../library/comparison/comparisonTexts.ts";
import { PanelHost } from "../../panels/panelHost.ts";
import { formatSums } from "../../showing/formatAmount.ts";
import { applyModel } from "./applyModel.ts";
import type { ChangedCell, ComparisonSession } from "./comparisonSession.ts";
import { writeCsv, writeMarkdown } from "./writeTable.ts";

/** Milliseconds within which changes of cells are combined into one message. */
const changeMilliseconds = 50;

export interface ComparisonPageOptions {
  panel: vscode.WebviewPanel;
  /** undefined: it is not known what was compared. */
  session: ComparisonSession | undefined;
  extensionUri: vscode.Uri;
  /** Folder of the answers' files. */
  filesFolder: string;
  /** Runs the comparison again. `chooses`: asks for other models first. */
  run(session: ComparisonSession, chooses: boolean): Promise<unknown>;
}

export class ComparisonPage implements vscode.Disposable {
  readonly #options: ComparisonPageOptions;
  readonly #host: PanelHost<typeof comparisonProtocol>;
  readonly #listeners: vscode.Disposable;
  #waiting = new Map<string, ChangedCell>();
  #announcing: NodeJS.Timeout | undefined;

  constructor(options: ComparisonPageOptions) {
    this.#options = options;
    const { panel, session, extensionUri } = options;
    this.#host = new PanelHost({
      panel,
      extensionUri,
      bundle: "comparison",
      texts: comparisonTexts,
      protocol: comparisonProtocol,
      handlers: () => this.#handlers(),
    });
    this.#listeners = vscode.Disposable.from(
      this.#host,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#draw()),
      ...(session === undefined ? [] : [session.onDidChange((changed) => this.#announce(changed))]),
    );
    this.#draw();
  }

  dispose(): void {
    clearTimeout(this.#announcing);
    this.#listeners.dispose();
  }

  #draw(): void {
    const { session, filesFolder } = this.#options;
    const title = vscode.l10n.t("Compare: {0}", session?.table?.title ?? path.posix.basename(session?.target.path ?? ""));
    this.#host.draw(title, vscode.workspace.isTrusted ? [vscode.Uri.file(filesFolder)] : []);
  }

  #pushTable(): void {
    const { session } = this.#options;
    const table = session?.table;
    if (!vscode.workspace.isTrusted) this.#host.push({ type: "nothing", because: "restricted" });
    else if (session === undefined || table === undefined) this.#host.push({ type: "nothing", because: "gone" });
    else this.#host.push({ type: "table", target: session.target.toString(), table: this.#toPage(table), isRunning: session.isRunning });
  }

  #announce(changed: ChangedCell | "all"): void {
    if (changed === "all") {
      this.#waiting = new Map();
      this.#pushTable();
      return;
    }
    this.#waiting.set(`${changed.row} ${changed.column}`, { row: changed.row, column: changed.column });
    this.#announcing ??= setTimeout(() => this.#pushWaiting(), changeMilliseconds);
  }

  #pushWaiting(): void {
    this.#announcing = undefined;
    const { session } = this.#options;
    const cells = [...this.#waiting.values()].flatMap((at) => {
      const cell = session?.cell(at);
      return cell === undefined ? [] : [{ ...at, cell: this.#withAddresses(cell) }];
    });
    this.#waiting = new Map();
    if (session !== undefined) this.#host.push({ type: "cells", cells, isRunning: session.isRunning });
  }

  #toPage({ cases, ...table }: Comparison): Comparison {
    return { ...table, cases: cases.map((one) => ({ ...one, cells: one.cells.map((cell) => cell && this.#withAddresses(cell)) })) };
  }

  #withAddresses(cell: ComparedCell): ComparedCell {
    const { webview } = this.#options.panel;
    return {
      ...cell,
      answers: cell.answers.map((answer) => ({
        ...answer,
        files: answer.files.map((file) => ({ ...file, address: webview.asWebviewUri(vscode.Uri.file(file.address)).toString() })),
      })),
    };
  }

  #handlers(): CallHandlers<typeof comparisonProtocol> {
    const { session, run } = this.#options;
    return {
      ready: async () => {
        if (vscode.workspace.isTrusted) await session?.restore();
        this.#pushTable();
      },
      trust: async () => {
        await vscode.commands.executeCommand("workbench.trust.manage");
      },
      run: async () => {
        if (session !== undefined) await run(session, false);
      },
      chooseModels: async () => {
        if (session !== undefined) await run(session, true);
      },
      stop: () => session?.stop(),
      rate: ({ rating, ...at }) => session?.rate(at, rating),
      openCase: ({ row }) => session && openCase(session, row),
      useModel: async ({ column }) => {
        const model = session?.table?.models[column];
        if (session !== undefined && model !== undefined) await applyModel(session.documents, model);
      },
      export: ({ format }) => session && exportTable(session, format),
    };
  }
}

async function openCase(session: ComparisonSession, row: number): Promise<void> {
  const location = session.locationOf(row);
  if (location === undefined) return;
  const start = new vscode.Position(location.line, 0);
  const options = { selection: new vscode.Range(start, start), viewColumn: vscode.ViewColumn.Beside };
  await vscode.window.showTextDocument(location.file, options);
}

/** Opens the table as an untitled document. */
async function exportTable({ table }: ComparisonSession, format: "markdown" | "csv"): Promise<void> {
  if (table === undefined) return;
  const isMarkdown = format === "markdown";
  const content = isMarkdown ? writeMarkdown(table, formatSums) : writeCsv(table);
  const document = await vscode.workspace.openTextDocument({ content, language: isMarkdown ? "markdown" : "plaintext" });
  await vscode.window.showTextDocument(document);
}
