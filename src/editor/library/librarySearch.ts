/** Answers the page's searches, and adds the workspace's own files to what is found. */
import * as vscode from "vscode";
import type { EntryQuery } from "../../generations/library/library.ts";
import type { Tasks } from "../../generations/tasks.ts";
import type { PanelEntry, ToLibrary } from "../../library/toLibrary.ts";
import { pageSize, type ToLibraryHost } from "../../library/toLibraryHost.ts";
import { settings } from "../base/settings.ts";
import type { EntrySources, ShownEntry } from "./entrySources.ts";
import { FileChecks } from "./fileChecks.ts";
import { WorkspaceFiles } from "./workspaceFiles.ts";

export interface LibrarySearchOptions {
  tasks(): Promise<Tasks>;
  sources: EntrySources;
  post(message: ToLibrary): void;
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

  async find({ request, query }: Extract<ToLibraryHost, { type: "find" }>): Promise<void> {
    const { post } = this.#options;
    const tasks = await this.#options.tasks();
    const files = this.#filesOf(tasks);
    this.#query = { ...query, workspaces: files.workspaces(), unit: settings.unit() };
    const { entries, ...counts } = tasks.library.search(this.#query, { offset: 0, count: pageSize });
    this.#latest = request;
    post({ type: "found", request, ...counts, entries: this.#describeAll(entries), isTrusted: vscode.workspace.isTrusted });
    post({ type: "facets", request, facets: tasks.library.facets(this.#query) });
    files.begin();
    await this.#check(request, 0, entries);
  }

  async readPage({ request, page }: Extract<ToLibraryHost, { type: "readPage" }>): Promise<void> {
    if (this.#query === undefined) return;
    const { library } = await this.#options.tasks();
    const { entries } = library.search(this.#query, { offset: page * pageSize, count: pageSize });
    this.#options.post({ type: "page", request, page, entries: this.#describeAll(entries) });
    await this.#check(request, page, entries);
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

  /** Sends a page again if files are found to be missing, or exist again. Checks nothing in a restricted workspace. */
  async #check(request: number, page: number, entries: readonly ShownEntry[]): Promise<void> {
    if (!vscode.workspace.isTrusted || !(await this.#checks?.check(entries))) return;
    // A newer request was answered before this result was known.
    if (request !== this.#latest) return this.#options.announceChange();
    this.#options.post({ type: "page", request, page, entries: this.#describeAll(entries) });
  }

  #describeAll(entries: readonly ShownEntry[]): PanelEntry[] {
    return entries.map((entry) => this.describe(entry));
  }
}
