/** Answers the page's searches, and adds the workspace's own files to what is found. */
import * as vscode from "vscode";
import type { ReceivedInput } from "../../contract/panelProtocol.ts";
import type { EntryQuery } from "../../generations/library/library.ts";
import type { Tasks } from "../../generations/tasks.ts";
import {
  type LibraryFound,
  type LibraryPush,
  type libraryProtocol,
  type PanelEntry,
  type PanelFacets,
  pageSize,
} from "../../library/libraryProtocol.ts";
import { log } from "../base/log.ts";
import { settings } from "../base/settings.ts";
import type { EntrySources, ShownEntry } from "./entrySources.ts";
import { FileChecks } from "./fileChecks.ts";
import { WorkspaceFiles } from "./workspaceFiles.ts";

export interface LibrarySearchOptions {
  tasks(): Promise<Tasks>;
  sources: EntrySources;
  push(push: LibraryPush): void;
  /** Called when what was found is out of date. */
  announceChange(): void;
}

export class LibrarySearch implements vscode.Disposable {
  readonly #options: LibrarySearchOptions;
  #query: EntryQuery | undefined;
  /** Number of the page's last search. After the check of an earlier one, its page is not sent again. */
  #latest = 0;
  #files: WorkspaceFiles | undefined;
  #checks: FileChecks | undefined;

  constructor(options: LibrarySearchOptions) {
    this.#options = options;
  }

  async find({ request, query }: ReceivedInput<typeof libraryProtocol, "find">): Promise<LibraryFound> {
    const tasks = await this.#options.tasks();
    const files = this.#filesOf(tasks);
    const full = { ...query, workspaces: files.workspaces(), unit: settings.unit() };
    this.#query = full;
    const { entries, ...counts } = tasks.library.search(full, { offset: 0, count: pageSize });
    this.#latest = request;
    files.begin();
    this.#check(request, 0, entries);
    return { ...counts, entries: this.#describeAll(entries), isTrusted: vscode.workspace.isTrusted };
  }

  async readFacets(): Promise<PanelFacets | undefined> {
    const { library } = await this.#options.tasks();
    return this.#query && library.facets(this.#query);
  }

  async readPage({ request, page }: ReceivedInput<typeof libraryProtocol, "readPage">): Promise<PanelEntry[]> {
    if (this.#query === undefined) return [];
    const { library } = await this.#options.tasks();
    const { entries } = library.search(this.#query, { offset: page * pageSize, count: pageSize });
    this.#check(request, page, entries);
    return this.#describeAll(entries);
  }

  describe(entry: ShownEntry): PanelEntry {
    return this.#options.sources.describe(entry, this.#checks?.isMissing(entry.number) === true);
  }

  /** Called when the page cannot show the result's file. */
  async checkOne(number: number): Promise<void> {
    const entry = (await this.#options.tasks()).library.get(number);
    if (!vscode.workspace.isTrusted || entry === undefined || this.#checks === undefined) return;
    if ((await this.#checks.check([entry])) || this.#checks.isMissing(number)) this.#options.announceChange();
  }

  /** Searches again for missing files at the next check. */
  searchAgain(): void {
    this.#checks?.searchAgain();
  }

  /** Stops watching the workspace folders. The next search watches those that are open then. */
  dispose(): void {
    this.#files?.dispose();
    this.#files = undefined;
  }

  /** The files of the workspace folders that are open. */
  #filesOf(tasks: Tasks): WorkspaceFiles {
    if (this.#files === undefined) {
      this.#files = new WorkspaceFiles(tasks);
      this.#checks = new FileChecks(tasks, this.#files);
    }
    return this.#files;
  }

  #check(request: number, page: number, entries: readonly ShownEntry[]): void {
    this.#checkPage(request, page, entries).catch((error: unknown) => log.error("library", error));
  }

  /** Pushes a page again if files are found to be missing, or exist again. Checks nothing in a restricted workspace. */
  async #checkPage(request: number, page: number, entries: readonly ShownEntry[]): Promise<void> {
    if (!vscode.workspace.isTrusted || !(await this.#checks?.check(entries))) return;
    // A newer request was answered before this result was known.
    if (request !== this.#latest) return this.#options.announceChange();
    this.#options.push({ type: "page", request, page, entries: this.#describeAll(entries) });
  }

  #describeAll(entries: readonly ShownEntry[]): PanelEntry[] {
    return entries.map((entry) => this.describe(entry));
  }
}
