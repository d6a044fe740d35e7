/** Shows a comparison in an editor tab: sends its page the table and the changes, and performs the page's requests. */
import path from "node:path";
import * as vscode from "vscode";
import type { ComparedCell, Comparison } from "../../../comparison/comparison.ts";
import { comparisonTexts } from "../../../comparison/comparisonTexts.ts";
import type { ToComparison } from "../../../comparison/toComparison.ts";
import { readToComparisonHost, type ToComparisonHost } from "../../../comparison/toComparisonHost.ts";
import { log } from "../../log.ts";
import { panelHtml } from "../../panelHtml.ts";
import { report } from "../../report.ts";
import { applyModel } from "./applyModel.ts";
import type { ChangedCell, ComparisonSession } from "./comparisonSession.ts";
import { writeCsv, writeMarkdown } from "./writeTable.ts";

/** Milliseconds within which changes of cells are combined into one message. */
const changeMilliseconds = 50;

export interface ComparisonParts {
  extensionUri: vscode.Uri;
  /** Folder of the answers' files. */
  filesFolder: string;
  /** Runs the comparison again. `chooses`: asks for other models first. */
  run(session: ComparisonSession, chooses: boolean): Promise<unknown>;
}

/** `session` is undefined if it is not known what was compared. */
export function fillComparison(
  panel: vscode.WebviewPanel,
  session: ComparisonSession | undefined,
  { extensionUri, filesFolder, run }: ComparisonParts,
): vscode.Disposable {
  const { webview } = panel;
  let isReady = false;
  let waiting = new Map<string, ChangedCell>();
  let announcing: NodeJS.Timeout | undefined;

  const post = (message: ToComparison) => void webview.postMessage(message);
  const withAddresses = (cell: ComparedCell): ComparedCell => ({
    ...cell,
    answers: cell.answers.map((answer) => ({
      ...answer,
      files: answer.files.map((file) => ({ ...file, address: webview.asWebviewUri(vscode.Uri.file(file.address)).toString() })),
    })),
  });
  const toPage = ({ cases, ...table }: Comparison): Comparison => ({
    ...table,
    cases: cases.map((one) => ({ ...one, cells: one.cells.map((cell) => cell && withAddresses(cell)) })),
  });

  function postTable(): void {
    const table = session?.table;
    if (!vscode.workspace.isTrusted) post({ type: "nothing", because: "restricted" });
    else if (session === undefined || table === undefined) post({ type: "nothing", because: "gone" });
    else post({ type: "table", target: session.target.toString(), table: toPage(table), isRunning: session.isRunning });
  }

  function postWaiting(): void {
    announcing = undefined;
    const cells = [...waiting.values()].flatMap((at) => {
      const cell = session?.cell(at);
      return cell === undefined ? [] : [{ ...at, cell: withAddresses(cell) }];
    });
    waiting = new Map();
    if (isReady && session !== undefined) post({ type: "cells", cells, isRunning: session.isRunning });
  }

  function announce(changed: ChangedCell | "all"): void {
    if (changed === "all") {
      waiting = new Map();
      if (isReady) postTable();
      return;
    }
    waiting.set(`${changed.row} ${changed.column}`, { row: changed.row, column: changed.column });
    announcing ??= setTimeout(postWaiting, changeMilliseconds);
  }

  async function act(message: ToComparisonHost): Promise<void> {
    switch (message.type) {
      case "ready":
        if (vscode.workspace.isTrusted) await session?.restore();
        isReady = true;
        return postTable();
      case "trust":
        await vscode.commands.executeCommand("workbench.trust.manage");
        return;
    }
    if (session === undefined) return;
    switch (message.type) {
      case "run":
      case "chooseModels":
        await run(session, message.type === "chooseModels");
        return;
      case "stop":
        return session.stop();
      case "rate":
        return session.rate(message, message.rating);
      case "openCase": {
        const location = session.locationOf(message.row);
        if (location === undefined) return;
        const start = new vscode.Position(location.line, 0);
        await vscode.window.showTextDocument(location.file, {
          selection: new vscode.Range(start, start),
          viewColumn: vscode.ViewColumn.Beside,
        });
        return;
      }
      case "useModel": {
        const model = session.table?.models[message.column];
        if (model !== undefined) await applyModel(session.documents, model);
        return;
      }
      case "export": {
        const { table } = session;
        if (table === undefined) return;
        const isMarkdown = message.format === "markdown";
        const content = isMarkdown ? writeMarkdown(table, vscode.l10n.t) : writeCsv(table);
        const document = await vscode.workspace.openTextDocument({ content, language: isMarkdown ? "markdown" : "plaintext" });
        await vscode.window.showTextDocument(document);
        return;
      }
    }
  }

  function draw(): void {
    isReady = false;
    const title = vscode.l10n.t("Compare: {0}", session?.table?.title ?? path.posix.basename(session?.target.path ?? ""));
    panel.title = title;
    webview.options = {
      enableScripts: true,
      localResourceRoots: [
        vscode.Uri.joinPath(extensionUri, "dist", "webview"),
        ...(vscode.workspace.isTrusted ? [vscode.Uri.file(filesFolder)] : []),
      ],
    };
    webview.html = panelHtml(webview, extensionUri, { bundle: "comparison", title, location: "editor", texts: comparisonTexts });
  }

  panel.iconPath = vscode.Uri.joinPath(extensionUri, "media", "icon.png");
  const listeners = [
    webview.onDidReceiveMessage(async (value: unknown) => {
      const message = readToComparisonHost(value);
      if (message === undefined) return log.warn("Ignored an invalid message of the comparison's page.");
      await act(message).catch(report);
    }),
    panel.onDidChangeViewState(() => {
      if (!panel.visible) isReady = false;
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(draw),
    ...(session === undefined ? [] : [session.onDidChange(announce)]),
  ];
  draw();
  return new vscode.Disposable(() => {
    clearTimeout(announcing);
    vscode.Disposable.from(...listeners).dispose();
  });
}
