/** Files that were received whole in; what is to become of each, known to every later process, out. */
import * as z from "zod/mini";
import type { Database } from "./database.ts";

/** A received file and the name that it is about to get: written down before the file has it. */
export interface SaveIntent {
  /** From 0, in the order of the answer. */
  position: number;
  /** Absolute path of the received file. */
  received: string;
  /** Absolute path that was chosen for it; undefined until then. */
  path: string | undefined;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  mediaType: string;
  /** With its dot. */
  ending: string;
}

const rowSchema = z.object({
  position: z.number(),
  received: z.string(),
  path: z.nullable(z.string()),
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

  add(key: string, intent: SaveIntent): void {
    this.#database.run(
      `INSERT INTO intents (task, position, received, path, size, sha256, media_type, ending)
       VALUES ($task, $position, $received, $path, $size, $sha256, $mediaType, $ending)`,
      {
        $task: key,
        $position: intent.position,
        $received: intent.received,
        $path: intent.path ?? null,
        $size: intent.size,
        $sha256: intent.sha256,
        $mediaType: intent.mediaType,
        $ending: intent.ending,
      },
    );
  }

  of(key: string): SaveIntent[] {
    return this.#database.all("SELECT * FROM intents WHERE task = $task ORDER BY position", { $task: key }).map((row) => {
      const { media_type: mediaType, path, ...rest } = rowSchema.parse(row);
      return { ...rest, mediaType, path: path ?? undefined };
    });
  }

  /** Reserves a path for one file among all processes. @returns false when another file of the journal is about to take it. */
  choosePath(key: string, position: number, path: string): boolean {
    return (
      this.#database.run("UPDATE OR IGNORE intents SET path = $path WHERE task = $task AND position = $position", {
        $task: key,
        $position: position,
        $path: path,
      }) > 0
    );
  }

  remove(key: string): void {
    this.#database.run("DELETE FROM intents WHERE task = $task", { $task: key });
  }
}
