/** The studio in; everything about prompt documents in the editor, at work as soon as it is made, out. */
import * as vscode from "vscode";
import { announce, report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { chooseRun } from "./chooseRun.ts";
import { DiagnosePublisher } from "./diagnosePublisher.ts";
import { FactGatherer } from "./factGatherer.ts";
import { LastEditor } from "./lastEditor.ts";
import { newPromptDocument } from "./newPromptDocument.ts";
import { OpenDocuments } from "./openDocuments.ts";
import { isPromptDocument, promptLanguageId } from "./promptLanguage.ts";
import { folderOf } from "./promptPaths.ts";
import { prepareRequests, type RunnerParts, runDocument } from "./promptRunner.ts";
import { registerProviders } from "./registerProviders.ts";
import { copyRequests, RequestViewer } from "./requestViewer.ts";
import { restoreRun } from "./restoreRuns.ts";
import { runFolder } from "./runFolder.ts";
import { RunRegister } from "./runRegister.ts";
import { readRequest, savePromptDocument } from "./savePromptDocument.ts";

export interface LanguageFeatures extends vscode.Disposable {
  /** A file, or nothing: the active editor. */
  run(file: unknown): Promise<void>;
  runWith(file: unknown): Promise<void>;
  runFolder(folder: unknown): Promise<void>;
  stop(file: unknown): Promise<void>;
  showRequest(file: unknown): Promise<void>;
  showResults(file: unknown): Promise<void>;
  copyAs(format: "curl" | "typescript", file: unknown): Promise<void>;
  newDocument(kind: unknown): Promise<void>;
  /** A request, a task's key, or an item of the Tasks view. */
  saveAs(source: unknown): Promise<void>;
}

export function createLanguageFeatures(studio: Studio): LanguageFeatures {
  const documents = new OpenDocuments();
  const register = new RunRegister();
  const facts = new FactGatherer(studio, (document) => register.of(document)?.describe());
  const lastEditor = new LastEditor();
  const viewer = new RequestViewer();
  const publisher = new DiagnosePublisher(documents, facts, [studio.models.onDidChange, studio.onDidChangeConnection]);
  const lensesChanged = new vscode.EventEmitter<void>();
  const disposables: vscode.Disposable[] = [
    register.onDidChange(() => lensesChanged.fire()),
    publisher.onDidChange(() => lensesChanged.fire()),
    registerProviders({ documents, facts, publisher, lastEditor, onDidChangeLenses: lensesChanged.event }),
    lensesChanged,
    publisher,
    viewer,
    lastEditor,
    facts,
    register,
  ];
  const parts: RunnerParts = { studio, facts, register, lastEditor };
  const restore = (document: vscode.TextDocument): void => {
    if (studio.openTasks && isPromptDocument(document)) restoreRun(register, studio.openTasks, document.uri);
  };
  disposables.push(
    studio.onDidOpenTasks(() => vscode.workspace.textDocuments.forEach(restore)),
    vscode.workspace.onDidOpenTextDocument(restore),
  );
  vscode.workspace.textDocuments.forEach(restore);
  // Without the catalogue everything works but for what it knows of models.
  void studio.models.list().catch(() => undefined);
  // The journal knows the last runs, and the values that worked.
  void studio.tasks().catch(() => undefined);

  const withDocument = async (file: unknown, act: (document: vscode.TextDocument) => Promise<unknown>): Promise<void> => {
    try {
      const document = await findDocument(file);
      if (document) await act(document);
    } catch (error) {
      // A message stays until it is put away: the command does not wait for that.
      void report(error);
    }
  };

  return {
    run: (file) => withDocument(file, (document) => runDocument(parts, document)),
    runWith: (file) =>
      withDocument(file, async (document) => {
        await studio.models.list();
        const parsed = documents.parse(document);
        const text = await chooseRun(parsed, facts.known(document, parsed));
        if (text !== undefined) await runDocument(parts, document, { text });
      }),
    async runFolder(folder) {
      const active = vscode.window.activeTextEditor?.document.uri;
      const chosen = folder instanceof vscode.Uri ? folder : ((active && folderOf(active)) ?? vscode.workspace.workspaceFolders?.[0]?.uri);
      if (chosen) await runFolder(parts, chosen);
    },
    stop: (file) => withDocument(file, async (document) => register.of(document.uri)?.controller.abort()),
    showRequest: (file) =>
      withDocument(file, async (document) => {
        const requests = await prepareRequests(parts, document);
        if (requests) await viewer.show(document.uri, requests);
      }),
    showResults: (file) => withDocument(file, (document) => showResults(register, document)),
    copyAs: (format, file) =>
      withDocument(file, async (document) => {
        const requests = await prepareRequests(parts, document);
        if (requests) await copyRequests(format, requests, (await studio.client()).baseUrl);
      }),
    async newDocument(kind) {
      await newPromptDocument(studio, kind);
    },
    async saveAs(source) {
      const request = await readRequest(studio, source);
      if (request) await savePromptDocument(request);
      else void announce(vscode.l10n.t("It is not known how this was made."));
    },
    dispose: () => vscode.Disposable.from(...disposables).dispose(),
  };
}

/** The file of a menu or a lens, else the active editor's document. */
async function findDocument(file: unknown): Promise<vscode.TextDocument | undefined> {
  if (!(file instanceof vscode.Uri)) {
    const active = vscode.window.activeTextEditor?.document;
    return active && isPromptDocument(active) ? active : undefined;
  }
  const document = await vscode.workspace.openTextDocument(file);
  return isPromptDocument(document) ? document : vscode.languages.setTextDocumentLanguage(document, promptLanguageId);
}

async function showResults(register: RunRegister, document: vscode.TextDocument): Promise<void> {
  const results = register.of(document.uri)?.results ?? [];
  const [only, another] = results;
  const picked =
    only && !another
      ? only
      : await vscode.window.showQuickPick(
          results.map((result) => ({ ...result, description: "" })),
          { title: document.uri.path },
        );
  if (picked) await vscode.commands.executeCommand("vscode.open", picked.uri, vscode.ViewColumn.Beside);
}
