/** The library in an editor tab: answers the page's requests, and notifies it when the answers are out of date. */
import * as vscode from "vscode";
import { errorText } from "../../contract/errorText.ts";
import { endingsThat } from "../../contract/fileFormats.ts";
import type { CallHandlers, ReceivedInput } from "../../contract/panelProtocol.ts";
import type { LibraryEntry } from "../../generations/library/library.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { type ComparedResult, type LibraryFound, libraryProtocol, type PanelDetails } from "../../library/libraryProtocol.ts";
import { libraryTexts } from "../../library/libraryTexts.ts";
import { runResultAction } from "../artifacts/runResultAction.ts";
import { log } from "../base/log.ts";
import { PanelHost } from "../panels/panelHost.ts";
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
  readonly #host: PanelHost<typeof libraryProtocol>;
  readonly #thumbnails: ThumbnailFiles;
  readonly #sources: EntrySources;
  readonly #search: LibrarySearch;
  readonly #links: ShownLinks;
  readonly #listeners: vscode.Disposable;
  #announcing: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void)[] = [];

  constructor(studio: LibraryStudio, panel: vscode.WebviewPanel) {
    const { context } = studio;
    this.#studio = studio;
    this.#host = new PanelHost({
      panel,
      extensionUri: context.extensionUri,
      bundle: "library",
      texts: libraryTexts,
      protocol: libraryProtocol,
      handlers: () => this.#handlers(),
    });
    this.#thumbnails = new ThumbnailFiles(context.globalStorageUri);
    this.#sources = new EntrySources(panel.webview, this.#thumbnails);
    this.#search = new LibrarySearch({
      tasks: () => this.#tasks(),
      sources: this.#sources,
      push: (push) => this.#host.push(push),
      announceChange: () => this.#announceChange(),
    });
    this.#links = new ShownLinks({
      isReady: () => this.#host.isReady,
      push: (number, links) => this.#host.push({ type: "links", number, links }),
    });
    this.#listeners = this.#listen();
    this.#draw();
  }

  dispose(): void {
    clearTimeout(this.#announcing);
    for (const end of this.#unsubscribe) end();
    this.#listeners.dispose();
  }

  #listen(): vscode.Disposable {
    // An added file may have been missing before; a deleted one is missing now.
    const watcher = vscode.workspace.createFileSystemWatcher(mediaFiles, false, true, false);
    const draw = () => this.#draw();
    return vscode.Disposable.from(
      this.#host,
      this.#search,
      this.#links,
      watcher,
      watcher.onDidCreate(() => {
        this.#search.searchAgain();
        this.#announceChange();
      }),
      watcher.onDidDelete(() => this.#announceChange()),
      vscode.workspace.onDidGrantWorkspaceTrust(draw),
      vscode.workspace.onDidChangeWorkspaceFolders(draw),
    );
  }

  #draw(): void {
    this.#search.dispose();
    this.#host.draw(vscode.l10n.t("Library"), this.#sources.roots());
  }

  #announceChange(): void {
    if (!this.#host.isReady) return;
    this.#announcing ??= setTimeout(() => {
      this.#announcing = undefined;
      this.#host.push({ type: "changed" });
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

  #handlers(): CallHandlers<typeof libraryProtocol> {
    return {
      ready: () => {},
      find: (search) => this.#find(search),
      readFacets: async () => {
        const facets = await this.#search.readFacets();
        return facets === undefined ? {} : { facets };
      },
      readPage: async (wanted) => ({ entries: await this.#search.readPage(wanted) }),
      describe: async ({ number }) => {
        const details = await this.#describe(number);
        return details === undefined ? {} : { details };
      },
      compare: async ({ numbers }) => ({ results: await this.#compare(numbers) }),
      comparePrompts: async ({ tasks }) => {
        const named = tasks.map((key) => ({ key }));
        await vscode.commands.executeCommand("generationStudio.comparePrompts", undefined, named);
      },
      readContent: async ({ number }) => {
        const entry = await this.#entry(number);
        const data = entry && (await this.#sources.read(entry));
        return data === undefined ? {} : { data };
      },
      keepThumbnail: async ({ number, data }) => {
        const entry = await this.#entry(number);
        if (entry !== undefined && vscode.workspace.isTrusted) await this.#thumbnails.keep(entry.artifact.sha256, data);
      },
      act: (action) => this.#run(action),
      cannotShow: ({ number }) => this.#search.checkOne(number),
      openLink: async ({ document, line }) => {
        if (!this.#links.has(document)) return;
        const start = new vscode.Position(line, 0);
        await vscode.window.showTextDocument(vscode.Uri.parse(document, true), { selection: new vscode.Range(start, start) });
      },
      mark: (marks) => this.#mark(marks),
      addProvider: async () => {
        await vscode.commands.executeCommand("generationStudio.addProvider");
      },
      trust: async () => {
        await vscode.commands.executeCommand("workbench.trust.manage");
      },
    };
  }

  async #find(search: ReceivedInput<typeof libraryProtocol, "find">): Promise<LibraryFound> {
    try {
      await this.#thumbnails.open();
      return await this.#search.find(search);
    } catch (error) {
      log.error("library", error);
      return { error: errorText(error) };
    }
  }

  async #describe(number: number): Promise<PanelDetails | undefined> {
    const tasks = await this.#tasks();
    const entry = tasks.library.get(number);
    if (entry === undefined) return undefined;
    const { describeResult } = await import("./describeResult.ts");
    const details = await describeResult(tasks, entry, this.#studio.state.imageActions(), (one) => this.#search.describe(one));
    if (details !== undefined) this.#links.show(entry).catch((error: unknown) => log.error("library", error));
    return details;
  }

  async #compare(numbers: number[]): Promise<ComparedResult[]> {
    const tasks = await this.#tasks();
    const { compareResult } = await import("./listComparedFields.ts");
    const found = numbers.flatMap((number) => tasks.library.get(number) ?? []);
    const compared = await Promise.all(found.map((entry) => compareResult(tasks, entry)));
    return found.flatMap((entry, index): ComparedResult[] => {
      const fields = compared[index];
      return fields === undefined ? [] : [{ entry: this.#search.describe(entry), prompt: entry.prompt, fields }];
    });
  }

  /** Runs a command on one result, and on others that are selected. */
  async #run({ action, number, others }: ReceivedInput<typeof libraryProtocol, "act">): Promise<void> {
    const { library } = await this.#tasks();
    const nameOf = (one: number) => [library.get(one) ?? []].flat().map(({ task }) => ({ ...(task && { key: task }), number: one }));
    const [result] = nameOf(number);
    if (result === undefined) return;
    await runResultAction(action, result, others?.flatMap(nameOf));
  }

  async #mark({ number, rating, favourite }: ReceivedInput<typeof libraryProtocol, "mark">): Promise<void> {
    const { library } = await this.#tasks();
    const entry = library.get(number);
    if (entry === undefined) return;
    await library.mark(entry.artifact.sha256, {
      ...(rating === undefined ? {} : { rating }),
      ...(favourite === undefined ? {} : { favourite }),
    });
  }
}
