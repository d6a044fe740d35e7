/** The media files of workspaces in the journal, and which of them say how they were made. Triggers add those to the library. */
import * as z from "zod/mini";
import type { Database } from "../../sqlite/database.ts";
import type { SharedDatabase } from "../../sqlite/sharedDatabase.ts";
import type { ArtifactLocation } from "../task.ts";
import type { FileState, LibraryFiles, WorkspaceFile } from "./library.ts";
import { insertFiles } from "./librarySchema.ts";

/** Used in place of a task's key in the journal's changes when files have changed. */
export const filesChanged = "";

/** How long files are kept after their workspace was last checked. */
const keptMilliseconds = 180 * 86_400_000;

const stateRowSchema = z.object({ location: z.string(), modified_at: z.number(), size: z.number() });

export class WorkspaceFileTable implements LibraryFiles {
  readonly #shared: SharedDatabase;
  readonly #database: Database;

  constructor(shared: SharedDatabase) {
    this.#shared = shared;
    this.#database = shared.database;
  }

  known(workspace: string): Map<string, FileState> {
    const rows = this.#database.all("SELECT location, modified_at, size FROM workspace_files WHERE workspace = $workspace", {
      $workspace: workspace,
    });
    return new Map(
      rows.map((row) => {
        const { location, modified_at: modifiedAt, size } = stateRowSchema.parse(row);
        return [location, { modifiedAt, size }];
      }),
    );
  }

  record(workspace: string, files: readonly WorkspaceFile[], gone: readonly string[] = []): Promise<void> {
    return this.#shared.write(() => {
      const removed = gone.map((location) => this.#remove(workspace, location));
      const written = files.map((file) => this.#write(workspace, file));
      if ([...removed, ...written].includes(true)) this.#noteChange();
    });
  }

  noteScan(workspace: string, now: number): Promise<void> {
    return this.#shared.write(() => {
      this.#database.run(
        "INSERT INTO workspace_scans VALUES ($workspace, $now) ON CONFLICT DO UPDATE SET scanned_at = excluded.scanned_at",
        {
          $workspace: workspace,
          $now: now,
        },
      );
      const old = { $before: now - keptMilliseconds };
      this.#database.run(
        "DELETE FROM workspace_files WHERE workspace IN (SELECT workspace FROM workspace_scans WHERE scanned_at < $before)",
        old,
      );
      this.#database.run("DELETE FROM workspace_scans WHERE scanned_at < $before", old);
    });
  }

  /** Must be called within a transaction. Returns whether the result with this number is a workspace file. */
  relocate(number: number, { path, uri }: ArtifactLocation): boolean {
    const row = this.#database.get(
      "SELECT id, workspace, location FROM workspace_files WHERE id = (SELECT file FROM library WHERE number = $number)",
      {
        $number: number,
      },
    );
    if (row === undefined) return false;
    const $id = Number(row.id);
    const location = uri ?? path;
    // Another window may have recorded it.
    if (row.location === location) return true;
    this.#remove(String(row.workspace), location);
    // It may be indexed by its name, so the index entry must be deleted while the old name is known.
    this.#database.run("DELETE FROM library WHERE file = $id", { $id });
    this.#database.run("UPDATE workspace_files SET location = $location, name = $name WHERE id = $id", {
      $id,
      $location: location,
      $name: nameOf(location),
    });
    this.#database.run(`${insertFiles} AND f.id = $id`, { $id });
    this.#noteChange();
    return true;
  }

  /** Returns whether the file said how it was made. */
  #remove(workspace: string, location: string): boolean {
    const row = this.#database.get("DELETE FROM workspace_files WHERE workspace = $workspace AND location = $location RETURNING sha256", {
      $workspace: workspace,
      $location: location,
    });
    return row !== undefined && row.sha256 !== "";
  }

  /** Returns whether the library may have changed. */
  #write(workspace: string, { location: { path, uri }, modifiedAt, size, made }: WorkspaceFile): boolean {
    const location = uri ?? path;
    const values = {
      $workspace: workspace,
      $location: location,
      $name: nameOf(location),
      $modifiedAt: Math.round(modifiedAt),
      $size: size,
      $sha256: made?.sha256 ?? "",
      $mediaType: made?.mediaType ?? "",
      $kind: made?.kind ?? "",
      $model: made?.model ?? "",
      $tool: made?.tool ?? "",
      $prompt: made?.prompt ?? "",
    };
    // Another window may have recorded the same values.
    const same = Object.entries(columns).map(([column, value]) => `${column} = ${value}`);
    if (this.#database.get(`SELECT 1 FROM workspace_files WHERE ${same.join(" AND ")}`, values) !== undefined) return false;
    const wasMade = this.#remove(workspace, location);
    this.#database.run(
      `INSERT INTO workspace_files (${Object.keys(columns).join(", ")}) VALUES (${Object.values(columns).join(", ")})`,
      values,
    );
    return wasMade || made !== undefined;
  }

  #noteChange(): void {
    this.#database.run("INSERT INTO changes (task) VALUES ($key)", { $key: filesChanged });
  }
}

const columns = {
  workspace: "$workspace",
  location: "$location",
  name: "$name",
  modified_at: "$modifiedAt",
  size: "$size",
  sha256: "$sha256",
  media_type: "$mediaType",
  kind: "$kind",
  model: "$model",
  tool: "$tool",
  prompt: "$prompt",
};

const nameOf = (location: string) => location.split(/[/\\]/).at(-1) ?? location;
