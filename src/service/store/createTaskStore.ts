import { type FileStore, fileSlice } from "./files/fileStore.ts";
import type { RepeatRecords } from "./repeatedRequests.ts";
import type { NewFile, StoredFile } from "./storedTask.ts";
import type { TaskRecords } from "./taskRecords.ts";
import type { TaskOutcome, TaskStore } from "./taskStore.ts";

/** Largest file, in bytes, that is stored in the database and written and deleted in one step with its task. */
export const largestRecord = 1024 ** 2;

/**
 * Combines a database with a store for large files. A large file is complete and on disk before the database records its location, and is
 * deleted after the database has removed it. If a process is killed in between, a file remains that no record refers to, and `sweep`
 * removes it.
 */
export function createTaskStore(records: TaskRecords, repeats: RepeatRecords, files: FileStore | undefined): TaskStore {
  const { sweepRepeats, ...repeated } = repeats;
  const remove = async (locations: readonly string[]) => {
    if (locations.length > 0) await files?.delete(locations);
  };

  /** If the database does not answer whether it has a location, `sweep` decides later. */
  async function removeUnkept(locations: readonly string[]): Promise<void> {
    for (const written of locations) {
      const isKept = await records.hasLocation(written).catch(() => true);
      if (isKept) files?.keep(written);
      else await remove([written]);
    }
  }

  async function locate(file: NewFile): Promise<NewFile> {
    const { bytes, arrived, size } = file;
    const chunks = arrived?.chunks() ?? (bytes && [bytes]);
    if (files && chunks && size > largestRecord) return { ...file, bytes: undefined, location: await files.write(chunks) };
    return arrived ? { ...file, bytes: await arrived.readWhole() } : file;
  }

  const listeners: ((id: string) => void)[] = [];
  const announce = (id: string) => {
    for (const listener of listeners) listener(id);
  };

  return {
    ...records,
    ...repeated,
    watchChanges: (listener) => void listeners.push(listener),
    async markSent(id, provider, sent) {
      const isMarked = await records.markSent(id, provider, sent);
      announce(id);
      return isMarked;
    },
    async noteProgress(id, progress) {
      await records.noteProgress(id, progress);
      announce(id);
    },
    async finish(id, outcome) {
      const written: string[] = [];
      try {
        const located: NewFile[] = [];
        for (const file of outcome.files) {
          const kept = await locate(file);
          if (kept.location !== undefined) written.push(kept.location);
          located.push(kept);
        }
        const isFinished = await records.finish(id, { ...outcome, cost: chargeOf(outcome) }, located);
        if (!isFinished) await remove(written);
        else for (const kept of written) files?.keep(kept);
        announce(id);
        return isFinished;
      } catch (error) {
        await removeUnkept(written);
        throw error;
      }
    },
    async delete(id) {
      const locations = await records.delete(id);
      announce(id);
      await remove(locations ?? []);
      return locations !== undefined;
    },
    async *read(file, start, end) {
      // SQLite of Node 22 stores no bytes as NULL.
      if (file.size === 0) return;
      if (file.location === undefined) yield* slices(await requireBytes(records, file), start, end);
      else if (files) yield* files.read(file.location, start, end);
      else throw new Error("There is no store of large files.");
    },
    async findBytes(read) {
      for (const { location, size } of read) if (location !== undefined) await files?.find(location, size);
    },
    checkFiles: async () => files?.check(),
    async sweep(now) {
      await sweepRepeats();
      await remove(await records.sweep(now));
      await files?.sweep((found) => records.hasLocation(found));
    },
  };
}

/** Whatever was computed, a charge never adds to a balance, and is a number that every database can store. */
function chargeOf({ cost }: TaskOutcome): number {
  return Number.isSafeInteger(Math.round(cost)) ? Math.max(0, Math.round(cost)) : 0;
}

async function requireBytes(records: TaskRecords, { token }: StoredFile): Promise<Uint8Array> {
  const bytes = await records.bytes(token);
  if (!bytes) throw new Error("A stored file was deleted while it was read.");
  return bytes;
}

function* slices(bytes: Uint8Array, start: number, end: number): Generator<Uint8Array> {
  for (let at = start; at < end; at += fileSlice) yield bytes.subarray(at, Math.min(at + fileSlice, end));
}
