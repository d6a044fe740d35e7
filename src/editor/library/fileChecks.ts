/** Checks whether the files of visible results are where the journal says, and records the new locations of moved files. */
import type { LibraryEntry } from "../../tasks/library/library.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { artifactLocation, artifactUri } from "../artifacts/artifactUri.ts";
import { findMoved, forEach, sizeOf } from "../artifacts/findMoved.ts";
import type { WorkspaceFiles } from "./workspaceFiles.ts";

export interface FileChecks {
  /** By result number. true: there is no file at its location, and no file in the workspace has its content. */
  isMissing(number: number): boolean;
  /** Resolves with whether any entry is newly missing or exists again. Records new locations in the journal, which reports them. */
  check(entries: readonly LibraryEntry[]): Promise<boolean>;
  /** Searches again for missing files at the next check. Called when a file was added. */
  searchAgain(): void;
}

export function createFileChecks(tasks: Pick<Tasks, "library" | "findByArtifact">, files: Pick<WorkspaceFiles, "forget">): FileChecks {
  const missing = new Set<number>();
  const searched = new Set<number>();

  return {
    isMissing: (number) => missing.has(number),
    searchAgain: () => searched.clear(),
    async check(entries) {
      const gone: LibraryEntry[] = [];
      let isChanged = false;
      await forEach(entries, async (entry) => {
        const uri = artifactUri(entry.artifact);
        if ((await sizeOf(uri)) === undefined) {
          // A file without a task belongs to the library only while it exists. `forget` removes it and notifies listeners.
          if (entry.task === undefined) await files.forget(uri);
          else gone.push(entry);
          return;
        }
        searched.delete(entry.number);
        isChanged = missing.delete(entry.number) || isChanged;
      });
      const unknown = gone.filter(({ number }) => !searched.has(number));
      for (const { number } of unknown) searched.add(number);
      const isTaken = (file: Parameters<typeof artifactLocation>[0]) => tasks.findByArtifact(artifactLocation(file)) !== undefined;
      const found = await findMoved(
        unknown.map(({ artifact }) => artifact),
        isTaken,
      );
      for (const [index, { number }] of unknown.entries()) {
        const moved = found[index];
        if (moved !== undefined) {
          searched.delete(number);
          await tasks.library.relocate(number, artifactLocation(moved));
        } else if (!missing.has(number)) {
          missing.add(number);
          isChanged = true;
        }
      }
      return isChanged;
    },
  };
}
