/** The names that received files are about to get, stored so that any later process can finish saving them. */
import * as z from "zod/mini";
import type { Database } from "../../sqlite/database.ts";
import type { ArtifactLocation } from "../task.ts";

/** A received file and the name that it is about to get, stored before the file is renamed. */
export interface SaveIntent {
  /** From 0, in the order of the answer. */
  position: number;
  /** Absolute path of the received file. */
  received: string;
  /** The location chosen for it; undefined until one is chosen. */
  chosen: ArtifactLocation | undefined;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  mediaType: string;
  /** The file extension with its dot. */
  ending: string;
}

const rowSchema = z.object({
  position: z.number(),
  received: z.string(),
  path: z.nullable(z.string()),
  uri: z.nullable(z.string()),
  size: z.number(),
  sha256: z.string(),
  media_type: z.string(),
  ending: z.string(),
});

export class IntentTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(key: string, intent: Omit<SaveIntent, "chosen">): void {
    this.#database.run(
      `INSERT INTO intents (task, position, received, size, sha256, media_type, ending)
       VALUES ($task, $position, $received, $size, $sha256, $mediaType, $ending)`,
      {
        $task: key,
        $position: intent.position,
        $received: intent.received,
        $size: intent.size,
        $sha256: intent.sha256,
        $mediaType: intent.mediaType,
        $ending: intent.ending,
      },
    );
  }

  of(key: string): SaveIntent[] {
    return this.#database.all("SELECT * FROM intents WHERE task = $task ORDER BY position", { $task: key }).map((row) => {
      const { media_type: mediaType, path, uri, ...rest } = rowSchema.parse(row);
      return { ...rest, mediaType, chosen: uri !== null ? { uri } : path !== null ? { path } : undefined };
    });
  }

  /** Reserves a location for one file across all processes. @returns false when another file in the journal is about to use it. */
  choose(key: string, position: number, { path, uri }: ArtifactLocation): boolean {
    const sql = "UPDATE OR IGNORE intents SET path = $path, uri = $uri WHERE task = $task AND position = $position";
    return this.#database.run(sql, { $task: key, $position: position, $path: path ?? null, $uri: uri ?? null }) > 0;
  }

  remove(key: string): void {
    this.#database.run("DELETE FROM intents WHERE task = $task", { $task: key });
  }
}
