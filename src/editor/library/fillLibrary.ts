/** Shows the library in an editor tab: answers the page's requests, and notifies it when the answers are out of date. */

import * as vscode from "vscode";
import { errorText } from "../../contract/errorText.ts";
import { endingsThat } from "../../contract/fileFormats.ts";
import type { LibraryQuery } from "../../library/libraryQuery.ts";
import { libraryTexts } from "../../library/libraryTexts.ts";
import type { ComparedResult, ToLibrary } from "../../library/toLibrary.ts";
import { type LibraryAction, pageSize, readToLibraryHost, type ToLibraryHost } from "../../library/toLibraryHost.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { log } from "../log.ts";
import { panelHtml } from "../panelHtml.ts";
import { report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { createEntrySources, type ShownEntry } from "./entrySources.ts";
import { createFileChecks, type FileChecks } from "./fileChecks.ts";
import { createShownLinks } from "./shownLinks.ts";
import { createThumbnailFiles } from "./thumbnailFiles.ts";
import { createWorkspaceFiles, type WorkspaceFiles } from "./workspaceFiles.ts";

const commands: Record<LibraryAction, string> = {
  open: "openTask",
  reveal: "revealTask",
  insertLink: "insertTaskLink",
  copyPrompt: "copyTaskPrompt",
  howMade: "showTaskDetails",
  runAgain: "runAgain",
  moreLikeThis: "moreLikeThis",
  useAsReference: "useAsReference",
  attachToChat: "attachToChat",
  saveDocument: "prompt.saveAs",
  saveAgain: "saveTaskAgain",
  delete: "deleteTask",
};

/** Extensions of files that can be generated. */
const mediaFiles = `**/*.{${endingsThat("isCommon").join(",")}}`;

/** Milliseconds within which changes of tasks are combined into one update. */
const changeMilliseconds = 200;

export function fillLibrary(
  { tasks: openTasks, context }: Pick<Studio, "tasks"> & { context: Pick<vscode.ExtensionContext, "extensionUri" | "globalStorageUri"> },
  panel: vscode.WebviewPanel,
): vscode.Disposable {
  const { webview } = panel;
  const thumbnails = createThumbnailFiles(context.globalStorageUri);
  const sources = createEntrySources(webview, thumbnails);
  let query: (LibraryQuery & { workspaces: string[] }) | undefined;
  let isReady = false;
  let announcing: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void)[] = [];
  let files: WorkspaceFiles | undefined;
  let checks: FileChecks | undefined;
  /** Number of the page's last search. After the check of an earlier one, its page is not sent again. */
  let latest = 0;

  const post = (message: ToLibrary) => void webview.postMessage(message);
  const links = createShownLinks({ isReady: () => isReady, post: (number, found) => post({ type: "links", number, links: found }) });

  async function journal(): Promise<Tasks> {
    const tasks = await openTasks();
    if (unsubscribe.length === 0) unsubscribe = [tasks.onChange(announceChange), tasks.library.files.onChange(announceChange)];
    return tasks;
  }

  /** The files of the workspace folders that are open. */
  function filesOf(tasks: Tasks): WorkspaceFiles {
    if (files === undefined) {
      files = createWorkspaceFiles(tasks);
      checks = createFileChecks(tasks, files);
    }
    return files;
  }

  function announceChange(): void {
    if (!isReady) return;
    announcing ??= setTimeout(() => {
      announcing = undefined;
      post({ type: "changed" });
    }, changeMilliseconds);
  }

  const describeEntry = (entry: ShownEntry) => sources.describe(entry, checks?.isMissing(entry.number) === true);

  /** Sends a page again if files are found to be missing, or exist again. Checks nothing in a restricted workspace. */
  async function check(request: number, page: number, entries: readonly ShownEntry[]): Promise<void> {
    if (!vscode.workspace.isTrusted || !(await checks?.check(entries))) return;
    // A newer request was answered before this result was known.
    if (request !== latest) return announceChange();
    post({ type: "page", request, page, entries: entries.map(describeEntry) });
  }

  function searchAgain(): void {
    checks?.searchAgain();
    announceChange();
  }

  async function find(message: Extract<ToLibraryHost, { type: "find" }>): Promise<void> {
    const tasks = await journal();
    await thumbnails.open();
    const { request } = message;
    query = { ...message.query, workspaces: filesOf(tasks).workspaces() };
    const { entries, ...counts } = tasks.library.search(query, { offset: 0, count: pageSize });
    latest = request;
    post({ type: "found", request, ...counts, entries: entries.map(describeEntry), isTrusted: vscode.workspace.isTrusted });
    post({ type: "facets", request, facets: tasks.library.facets(query) });
    filesOf(tasks).begin();
    await check(request, 0, entries);
  }

  async function describe(number: number): Promise<void> {
    const tasks = await journal();
    const entry = tasks.library.get(number);
    if (entry === undefined) return post({ type: "details", number });
    const { describeResult } = await import("./describeResult.ts");
    const details = await describeResult(tasks, entry, describeEntry);
    post({ type: "details", number, ...(details && { details }) });
    if (details !== undefined) await links.show(entry);
  }

  async function compare(numbers: number[]): Promise<void> {
    const tasks = await journal();
    const { compareResult } = await import("./listComparedFields.ts");
    const found = numbers.flatMap((number) => tasks.library.get(number) ?? []);
    const compared = await Promise.all(found.map((entry) => compareResult(tasks, entry)));
    const results = found.flatMap((entry, index): ComparedResult[] => {
      const fields = compared[index];
      return fields === undefined ? [] : [{ entry: describeEntry(entry), prompt: entry.prompt, fields }];
    });
    post({ type: "compared", numbers, results });
  }

  async function act(message: ToLibraryHost): Promise<void> {
    switch (message.type) {
      case "ready":
        isReady = true;
        return;
      case "find":
        return find(message);
      case "readPage": {
        if (query === undefined) return;
        const { request, page } = message;
        const { entries } = (await journal()).library.search(query, { offset: page * pageSize, count: pageSize });
        post({ type: "page", request, page, entries: entries.map(describeEntry) });
        return check(request, page, entries);
      }
      case "describe":
        return describe(message.number);
      case "compare":
        return compare(message.numbers);
      case "comparePrompts":
        await vscode.commands.executeCommand(
          "generationStudio.comparePrompts",
          undefined,
          message.tasks.map((key) => ({ key })),
        );
        return;
      case "readContent": {
        const entry = (await journal()).library.get(message.number);
        const data = entry && (await sources.read(entry));
        return post({ type: "content", number: message.number, ...(data === undefined ? {} : { data }) });
      }
      case "keepThumbnail": {
        const entry = (await journal()).library.get(message.number);
        if (entry !== undefined && vscode.workspace.isTrusted) await thumbnails.keep(entry.artifact.sha256, message.data);
        return;
      }
      case "act": {
        const { library } = await journal();
        const nameOf = (number: number) => [library.get(number) ?? []].flat().map(({ task }) => ({ ...(task && { key: task }), number }));
        const [result] = nameOf(message.number);
        if (result === undefined) return;
        const others = message.others?.flatMap(nameOf);
        await vscode.commands.executeCommand(`generationStudio.${commands[message.action]}`, result, others);
        return;
      }
      case "cannotShow": {
        const entry = (await journal()).library.get(message.number);
        if (!vscode.workspace.isTrusted || entry === undefined || checks === undefined) return;
        if ((await checks.check([entry])) || checks.isMissing(entry.number)) announceChange();
        return;
      }
      case "openLink": {
        if (!links.has(message.document)) return;
        const start = new vscode.Position(message.line, 0);
        await vscode.window.showTextDocument(vscode.Uri.parse(message.document, true), { selection: new vscode.Range(start, start) });
        return;
      }
      case "rename":
        await vscode.commands.executeCommand("generationStudio.renameResult", { number: message.number });
        return;
      case "mark": {
        const { library } = await journal();
        const entry = library.get(message.number);
        const { rating, favourite } = message;
        if (entry === undefined) return;
        return library.mark(entry.artifact.sha256, {
          ...(rating === undefined ? {} : { rating }),
          ...(favourite === undefined ? {} : { favourite }),
        });
      }
      case "trust":
        await vscode.commands.executeCommand("workbench.trust.manage");
        return;
    }
  }

  function draw(): void {
    isReady = false;
    files?.dispose();
    files = undefined;
    const title = vscode.l10n.t("Library");
    panel.title = title;
    webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(context.extensionUri, "dist", "webview"), ...sources.roots()],
    };
    webview.html = panelHtml(webview, context.extensionUri, { bundle: "library", title, location: "editor", texts: libraryTexts });
  }

  // An added file may have been missing before; a deleted one is missing now.
  const watcher = vscode.workspace.createFileSystemWatcher(mediaFiles, false, true, false);
  panel.iconPath = vscode.Uri.joinPath(context.extensionUri, "media", "icon.png");
  const listeners = vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(searchAgain),
    watcher.onDidDelete(announceChange),
    webview.onDidReceiveMessage(async (value: unknown) => {
      const message = readToLibraryHost(value);
      if (message === undefined) return log.warn("Ignored an invalid message of the library's panel.");
      try {
        await act(message);
      } catch (error) {
        if (message.type !== "find") return void report(error);
        log.error("library", error);
        post({ type: "failed", message: errorText(error) });
      }
    }),
    panel.onDidChangeViewState(() => {
      if (!panel.visible) isReady = false;
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(draw),
    vscode.workspace.onDidChangeWorkspaceFolders(draw),
  );
  draw();
  return new vscode.Disposable(() => {
    clearTimeout(announcing);
    for (const end of unsubscribe) end();
    files?.dispose();
    links.dispose();
    listeners.dispose();
  });
}
