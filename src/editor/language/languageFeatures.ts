/** Creates all features of the editor for prompt documents. */
import * as vscode from "vscode";
import type { LeftTexts } from "../../generations/leftTexts.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { pickRow } from "../base/pickRow.ts";
import { announce, report } from "../base/report.ts";
import { chooseRun } from "../promptRuns/chooseRun.ts";
import { deleteRunAnswers } from "../promptRuns/deleteRunAnswers.ts";
import { prepareRequests, type RunnerParts, runDocument } from "../promptRuns/promptRunner.ts";
import { restoreRun } from "../promptRuns/restoreRuns.ts";
import { resumeAnswers } from "../promptRuns/resumeAnswers.ts";
import { runFiles, runFolder } from "../promptRuns/runFiles.ts";
import { RunRegister, type RunResult } from "../promptRuns/runRegister.ts";
import { FactGatherer, type FactSource } from "../prompts/factGatherer.ts";
import { LastEditor } from "../prompts/lastEditor.ts";
import { isPromptDocument, promptLanguageId } from "../prompts/promptLanguage.ts";
import { documentFolder } from "../prompts/promptPaths.ts";
import { requireRunning } from "../prompts/requireRunning.ts";
import type { Studio } from "../service/studio.ts";
import { waitForModels } from "../service/waitForModels.ts";
import { chooseFormat, copyRequests, requestFormats } from "./copyRequests.ts";
import { DiagnosePublisher } from "./diagnosePublisher.ts";
import { newPromptDocument } from "./newPromptDocument.ts";
import { OpenDocuments } from "./openDocuments.ts";
import { registerLanguageProviders } from "./registerLanguageProviders.ts";
import { RequestViewer } from "./requestViewer.ts";
import { findNamedRequest, savePromptDocument } from "./savePromptDocument.ts";

const { t } = vscode.l10n;

export interface LanguageFeatures extends vscode.Disposable {
  /** A file, or undefined for the active editor. `selected`: all files that were selected. */
  run(file: unknown, selected?: unknown): Promise<void>;
  runWith(file: unknown): Promise<void>;
  runFolder(folder: unknown): Promise<void>;
  stop(file: unknown): Promise<void>;
  showRequest(file: unknown): Promise<void>;
  showResults(file: unknown): Promise<void>;
  /** Deletes the answers of the last run. */
  deleteAnswers(file: unknown, isConfirmed: boolean): Promise<void>;
  /** Asks for the format unless it is given. */
  copyRequest(file: unknown, format?: string): Promise<void>;
  /** `given`: a kind, or the blank document to write the template into. Asks for the kind unless it is given. */
  newDocument(given: unknown, kind?: unknown): Promise<void>;
  /** A request, a task's key, or an item of the Tasks view. */
  saveAs(source: unknown): Promise<void>;
  /** Creates what writes the rest of answers that were interrupted by the end of their window. */
  leftTexts(tasks: Tasks): LeftTexts<unknown>;
}

export function createLanguageFeatures(studio: RunnerParts["studio"] & FactSource & Pick<Studio, "demoKey" | "models">): LanguageFeatures {
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
    registerLanguageProviders({ documents, facts, publisher, lastEditor, onDidChangeLenses: lensesChanged.event }),
    lensesChanged,
    publisher,
    viewer,
    lastEditor,
    facts,
    register,
  ];
  const parts: RunnerParts = { studio, facts, publisher, register, lastEditor };
  // Without the catalogue, everything works except what depends on models.
  const listModels = (): void => void studio.models.list().catch(() => undefined);
  listModels();
  disposables.push(studio.onDidChangeConnection(listModels));
  // The journal has the last runs and the values that worked. If it cannot be opened, none are shown.
  const opened = studio.tasks().catch(() => undefined);
  const restore = (document: vscode.TextDocument): void => {
    if (isPromptDocument(document)) void opened.then(() => restoreRun(register, studio.openTasks, document.uri)).catch(report);
  };
  vscode.workspace.textDocuments.forEach(restore);
  disposables.push(vscode.workspace.onDidOpenTextDocument(restore));

  const withDocument = async (file: unknown, act: (document: vscode.TextDocument) => Promise<unknown>): Promise<void> => {
    try {
      const document = await findDocument(file);
      if (document) await act(document);
    } catch (error) {
      // Not awaited: the message may stay open.
      void report(error);
    }
  };

  return {
    async run(file, selected) {
      const files = Array.isArray(selected) ? selected.filter((one) => one instanceof vscode.Uri && one.path.endsWith(".gen.md")) : [];
      if (files.length > 1) await runFiles(parts, files);
      else await withDocument(file, (document) => runDocument(parts, document));
    },
    runWith: (file) =>
      withDocument(file, async (document) => {
        if (!requireRunning()) return;
        await waitForModels(studio.models.list());
        const parsed = documents.parse(document);
        const variants = await chooseRun(parsed, facts.known(document, parsed));
        if (variants) await runDocument(parts, document, { variants });
      }),
    async runFolder(folder) {
      const active = vscode.window.activeTextEditor?.document.uri;
      const chosen =
        folder instanceof vscode.Uri ? folder : ((active && documentFolder(active)) ?? vscode.workspace.workspaceFolders?.[0]?.uri);
      if (chosen) await runFolder(parts, chosen);
    },
    stop: (file) => withDocument(file, async (document) => register.of(document.uri)?.controller.abort()),
    showRequest: (file) =>
      withDocument(file, async (document) => {
        const requests = await prepareRequests(parts, document);
        if (requests) await viewer.show(document.uri, requests);
      }),
    showResults: (file) => withDocument(file, (document) => showResults(register.of(document.uri)?.results ?? [], document)),
    deleteAnswers: (file, isConfirmed) => withDocument(file, ({ uri }) => deleteRunAnswers(parts, uri, isConfirmed)),
    copyRequest: (file, given) =>
      withDocument(file, async (document) => {
        const format = requestFormats.find((one) => one === given) ?? (await chooseFormat());
        const requests = format && (await prepareRequests(parts, document));
        if (requests) await copyRequests(studio, format, requests);
      }),
    async newDocument(given, kind) {
      await (given instanceof vscode.Uri ? newPromptDocument(studio, kind, given) : newPromptDocument(studio, given));
    },
    async saveAs(source) {
      try {
        const request = await findNamedRequest(studio, source);
        if (request) await savePromptDocument(request);
        else void announce(t("It is not known how this was generated."));
      } catch (error) {
        void report(error);
      }
    },
    leftTexts: (tasks) => resumeAnswers(parts, tasks),
    dispose: () => vscode.Disposable.from(...disposables).dispose(),
  };
}

/** The file of a menu or lens, else the active editor's document. */
async function findDocument(file: unknown): Promise<vscode.TextDocument | undefined> {
  if (!(file instanceof vscode.Uri)) {
    const active = vscode.window.activeTextEditor?.document;
    return active && isPromptDocument(active) ? active : undefined;
  }
  const document = await vscode.workspace.openTextDocument(file);
  return isPromptDocument(document) ? document : vscode.languages.setTextDocumentLanguage(document, promptLanguageId);
}

/** If there are several results, the user picks one. */
async function showResults(results: readonly RunResult[], document: vscode.TextDocument): Promise<void> {
  const [only, another] = results;
  if (!only) {
    void announce(t("This prompt document has no results yet."));
    return;
  }
  const picked = another ? await pickResult(results, document) : only;
  if (!picked) return;
  await vscode.commands.executeCommand("vscode.open", picked.uri, vscode.ViewColumn.Beside);
}

async function pickResult(results: readonly RunResult[], document: vscode.TextDocument): Promise<RunResult | undefined> {
  const items = results.map((result) => ({ label: result.label, description: describeFolder(result.uri), result }));
  const title = t("Results of {0}", vscode.workspace.asRelativePath(document.uri));
  return (await pickRow(items, { title, matchOnDescription: true }))?.result;
}

function describeFolder(uri: vscode.Uri): string {
  return vscode.workspace.asRelativePath(vscode.Uri.joinPath(uri, ".."));
}
