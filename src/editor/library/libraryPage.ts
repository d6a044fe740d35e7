/** The library in an editor tab: answers the page's requests, and notifies it when the answers are out of date. */
import * as vscode from "vscode";
import { errorText } from "../../contract/errorText.ts";
import { endingsThat } from "../../contract/fileFormats.ts";
import type { LibraryEntry } from "../../generations/library/library.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { libraryTexts } from "../../library/libraryTexts.ts";
import type { ComparedResult, ToLibrary } from "../../library/toLibrary.ts";
import { readToLibraryHost, type ToLibraryHost } from "../../library/toLibraryHost.ts";
import { runResultAction } from "../artifacts/runResultAction.ts";
import { log } from "../base/log.ts";
import { EditorPage } from "../panels/editorPage.ts";
import type { Studio } from "../service/studio.ts";
import { EntrySources } from "./entrySources.ts";
import { LibrarySearch } from "./librarySearch.ts";
import { ShownLinks } from "./shownLinks.ts";
import { ThumbnailFiles } from "./thumbnailFiles.ts";

/** Extensions of files that can be generated. */
const mediaFiles = `**/*.{${endingsThat("isCommon").join(",")}}`;

/** Milliseconds within which changes of tasks are combined into one update. */
const changeMilliseconds = 200;

export type LibraryStudio = Pick<Studio, "tasks"> & {
  state: Pick<Studio["state"], "imageActions">;
  context: Pick<vscode.ExtensionContext, "extensionUri" | "globalStorageUri">;
};

export class LibraryPage implements vscode.Disposable {
  readonly #studio: LibraryStudio;
  readonly #webview: vscode.Webview;
  readonly #page: EditorPage<ToLibraryHost>;
  readonly #thumbnails: ThumbnailFiles;
  readonly #sources: EntrySources;
  readonly #search: LibrarySearch;
  readonly #links: ShownLinks;
  readonly #listeners: vscode.Disposable;
  #isReady = false;
  #announcing: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void)[] = [];

  constructor(studio: LibraryStudio, panel: vscode.WebviewPanel) {
    const { context } = studio;
    this.#studio = studio;
    this.#webview = panel.webview;
    this.#page = new EditorPage({
      panel,
      extensionUri: context.extensionUri,
      bundle: "library",
      texts: libraryTexts,
      read: readToLibraryHost,
      act: (message) => this.#act(message),
    });
    this.#thumbnails = new ThumbnailFiles(context.globalStorageUri);
    this.#sources = new EntrySources(panel.webview, this.#thumbnails);
    const post = (message: ToLibrary) => this.#post(message);
    this.#search = new LibrarySearch({
      tasks: () => this.#tasks(),
      sources: this.#sources,
      post,
      announceChange: () => this.#announceChange(),
    });
    this.#links = new ShownLinks({ isReady: () => this.#isReady, post: (number, links) => post({ type: "links", number, links }) });
    this.#listeners = this.#listen(panel);
    this.#draw();
  }

  dispose(): void {
    clearTimeout(this.#announcing);
    for (const end of this.#unsubscribe) end();
    this.#listeners.dispose();
  }

  #listen(panel: vscode.WebviewPanel): vscode.Disposable {
    // An added file may have been missing before; a deleted one is missing now.
    const watcher = vscode.workspace.createFileSystemWatcher(mediaFiles, false, true, false);
    const draw = () => this.#draw();
    return vscode.Disposable.from(
      this.#page,
      this.#search,
      this.#links,
      watcher,
      watcher.onDidCreate(() => {
        this.#search.searchAgain();
        this.#announceChange();
      }),
      watcher.onDidDelete(() => this.#announceChange()),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#isReady = false;
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(draw),
      vscode.workspace.onDidChangeWorkspaceFolders(draw),
    );
  }

  #draw(): void {
    this.#isReady = false;
    this.#search.dispose();
    this.#page.draw(vscode.l10n.t("Library"), this.#sources.roots());
  }

  #post(message: ToLibrary): void {
    void this.#webview.postMessage(message);
  }

  #announceChange(): void {
    if (!this.#isReady) return;
    this.#announcing ??= setTimeout(() => {
      this.#announcing = undefined;
      this.#post({ type: "changed" });
    }, changeMilliseconds);
  }

  async #tasks(): Promise<Tasks> {
    const tasks = await this.#studio.tasks();
    const announce = () => this.#announceChange();
    if (this.#unsubscribe.length === 0) this.#unsubscribe = [tasks.onChange(announce), tasks.onFilesChange(announce)];
    return tasks;
  }

  async #entry(number: number): Promise<LibraryEntry | undefined> {
    return (await this.#tasks()).library.get(number);
  }

  async #act(message: ToLibraryHost): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        return;
      case "find":
        return this.#find(message);
      case "readPage":
        return this.#search.readPage(message);
      case "describe":
        return this.#describe(message.number);
      case "compare":
        return this.#compare(message.numbers);
      case "comparePrompts": {
        const tasks = message.tasks.map((key) => ({ key }));
        await vscode.commands.executeCommand("generationStudio.comparePrompts", undefined, tasks);
        return;
      }
      case "readContent": {
        const entry = await this.#entry(message.number);
        const data = entry && (await this.#sources.read(entry));
        return this.#post({ type: "content", number: message.number, ...(data === undefined ? {} : { data }) });
      }
      case "keepThumbnail": {
        const entry = await this.#entry(message.number);
        if (entry !== undefined && vscode.workspace.isTrusted) await this.#thumbnails.keep(entry.artifact.sha256, message.data);
        return;
      }
      case "act":
        return this.#run(message);
      case "cannotShow":
        return this.#search.checkOne(message.number);
      case "openLink": {
        if (!this.#links.has(message.document)) return;
        const start = new vscode.Position(message.line, 0);
        await vscode.window.showTextDocument(vscode.Uri.parse(message.document, true), { selection: new vscode.Range(start, start) });
        return;
      }
      case "mark":
        return this.#mark(message);
      case "trust":
        await vscode.commands.executeCommand("workbench.trust.manage");
        return;
    }
  }

  async #find(message: Extract<ToLibraryHost, { type: "find" }>): Promise<void> {
    try {
      await this.#thumbnails.open();
      await this.#search.find(message);
    } catch (error) {
      log.error("library", error);
      this.#post({ type: "failed", message: errorText(error) });
    }
  }

  async #describe(number: number): Promise<void> {
    const tasks = await this.#tasks();
    const entry = tasks.library.get(number);
    if (entry === undefined) return this.#post({ type: "details", number });
    const { describeResult } = await import("./describeResult.ts");
    const details = await describeResult(tasks, entry, this.#studio.state.imageActions(), (one) => this.#search.describe(one));
    this.#post({ type: "details", number, ...(details && { details }) });
    if (details !== undefined) await this.#links.show(entry);
  }

  async #compare(numbers: number[]): Promise<void> {
    const tasks = await this.#tasks();
    const { compareResult } = await import("./listComparedFields.ts");
    const found = numbers.flatMap((number) => tasks.library.get(number) ?? []);
    const compared = await Promise.all(found.map((entry) => compareResult(tasks, entry)));
    const results = found.flatMap((entry, index): ComparedResult[] => {
      const fields = compared[index];
      return fields === undefined ? [] : [{ entry: this.#search.describe(entry), prompt: entry.prompt, fields }];
    });
    this.#post({ type: "compared", numbers, results });
  }

  /** Runs a command on one result, and on others that are selected. */
  async #run({ action, number, others }: Extract<ToLibraryHost, { type: "act" }>): Promise<void> {
    const { library } = await this.#tasks();
    const nameOf = (one: number) => [library.get(one) ?? []].flat().map(({ task }) => ({ ...(task && { key: task }), number: one }));
    const [result] = nameOf(number);
    if (result === undefined) return;
    await runResultAction(action, result, others?.flatMap(nameOf));
  }

  async #mark({ number, rating, favourite }: Extract<ToLibraryHost, { type: "mark" }>): Promise<void> {
    const { library } = await this.#tasks();
    const entry = library.get(number);
    if (entry === undefined) return;
    await library.mark(entry.artifact.sha256, {
      ...(rating === undefined ? {} : { rating }),
      ...(favourite === undefined ? {} : { favourite }),
    });
  }
}
