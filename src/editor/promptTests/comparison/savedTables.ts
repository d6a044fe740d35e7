/** Stores the last table of each document and folder, so that it can be restored after a reload. */
import { hash } from "node:crypto";
import { readFile, utimes } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { tryParseJson } from "../../../contract/tryParseJson.ts";
import { comparisonSchema } from "../../../library/comparison/comparison.ts";
import { replaceFile } from "../../../ownFiles/replaceFile.ts";

const savedSchema = z.object({
  /** Addresses of files are paths. */
  table: comparisonSchema,
  /** Location and key of each case. */
  rows: z.array(z.object({ document: z.string(), key: z.string(), file: z.string(), line: z.number() })),
});
export type SavedTable = z.infer<typeof savedSchema>;

export interface SavedTables {
  /** undefined: there is none. */
  read(target: string): Promise<SavedTable | undefined>;
  /** @throws the file system's error */
  write(target: string, saved: SavedTable): Promise<void>;
}

export function openSavedTables(folder: string): SavedTables {
  const fileOf = (target: string) => path.join(folder, `${hash("sha256", target)}.json`);
  return {
    async read(target) {
      const text = await readFile(fileOf(target), "utf8").catch(() => undefined);
      const saved = text === undefined ? undefined : savedSchema.safeParse(tryParseJson(text)).data;
      // Mark the file as recently used, so that it is not pruned.
      const now = new Date();
      if (saved !== undefined) await utimes(fileOf(target), now, now).catch(() => undefined);
      return saved;
    },
    write: (target, saved) => replaceFile(fileOf(target), JSON.stringify(saved)),
  };
}
