/** Checks whether the files of visible results are where the journal says, and records the new locations of moved files. */
import type { LibraryEntry } from "../../generations/library/library.ts";
import type { Tasks } from "../../generations/tasks.ts";
import { findMoved, forEach, sizeOf } from "../artifacts/findMoved.ts";
import { artifactLocation, artifactUri } from "../base/artifactUri.ts";
import type { WorkspaceFiles } from "./workspaceFiles.ts";

type CheckedTasks = Pick<Tasks, "library" | "findByArtifact">;

export class FileChecks {
  readonly #tasks: CheckedTasks;
  readonly #files: Pick<WorkspaceFiles, "forget">;
  readonly #missing = new Set<number>();
  readonly #searched = new Set<number>();

  constructor(tasks: CheckedTasks, files: Pick<WorkspaceFiles, "forget">) {
    this.#tasks = tasks;
    this.#files = files;
  }

  /** By result number. true: there is no file at its location, and no file in the workspace has its content. */
  isMissing(number: number): boolean {
    return this.#missing.has(number);
  }

  /** Searches again for missing files at the next check. Called when a file was added. */
  searchAgain(): void {
    this.#searched.clear();
  }

  /** Resolves with whether any entry is newly missing or exists again. Records new locations in the journal, which reports them. */
  async check(entries: readonly LibraryEntry[]): Promise<boolean> {
    const gone: LibraryEntry[] = [];
    let isChanged = false;
    await forEach(entries, async (entry) => {
      const uri = artifactUri(entry.artifact);
      if ((await sizeOf(uri)) === undefined) {
        // A file without a task belongs to the library only while it exists. `forget` removes it and notifies listeners.
        if (entry.task === undefined) await this.#files.forget(uri);
        else gone.push(entry);
        return;
      }
      this.#searched.delete(entry.number);
      isChanged = this.#missing.delete(entry.number) || isChanged;
    });
    const unknown = gone.filter(({ number }) => !this.#searched.has(number));
    for (const { number } of unknown) this.#searched.add(number);
    const isTaken = (file: Parameters<typeof artifactLocation>[0]) => this.#tasks.findByArtifact(artifactLocation(file)) !== undefined;
    const found = await findMoved(
      unknown.map(({ artifact }) => artifact),
      isTaken,
    );
    for (const [index, { number }] of unknown.entries()) {
      const moved = found[index];
      if (moved !== undefined) {
        this.#searched.delete(number);
        await this.#tasks.library.relocate(number, artifactLocation(moved));
      } else if (!this.#missing.has(number)) {
        this.#missing.add(number);
        isChanged = true;
      }
    }
    return isChanged;
  }
}
