import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { storageMilliseconds } from "../../../contract/limits.ts";
import type { Row } from "../../../sqlite/database.ts";
import type { Owner } from "../../../sqlite/owner.ts";
import { transact } from "../../../sqlite/transact.ts";
import { dayOf } from "../../account/accounts.ts";
import type { WallClock } from "../../settings/settings.ts";
import {
  errorColumns,
  readFile,
  readInputRow,
  readStatuses,
  readStoredProgress,
  readSweepTimes,
  readTask,
  readUnfinished,
  serializeValue,
  text,
} from "../readRow.ts";
import { isKept, type TaskEcho } from "../storedTask.ts";
import {
  type FileRecords,
  newestPosition,
  type TaskClaims,
  type TaskRecords,
  type TaskSweeps,
  unkeptMilliseconds,
} from "../taskRecords.ts";
import { groupWrites } from "./groupWrites.ts";
import { prepareStatements, type SqliteStatements } from "./sqliteStatements.ts";

/** The owner of a task that was released. */
const nobody = "";

/** The same for all media of v1: serializing it would take a third of the time for recording a task. */
const mediaEcho = serializeValue({ kind: "media" } satisfies TaskEcho);

function createClaims(statements: SqliteStatements, self: Owner, oldest: () => number, finish: TaskRecords["finish"]): TaskClaims {
  function takeOver(row: Row): boolean {
    const owner = text(row, "owner");
    if (owner !== nobody && (owner === self.id || self.isAlive(owner))) return false;
    return statements.changeOwner.run(self.id, text(row, "id"), owner).changes === 1;
  }

  return {
    async claimAll() {
      return readUnfinished(statements.selectUnfinished.all(oldest()).filter(takeOver), { finish });
    },
    async claim(id) {
      const row = statements.selectOwner.get(id, oldest());
      return row && takeOver(row) ? (await readUnfinished([row], { finish }))[0] : undefined;
    },
    async release(id) {
      statements.clearOwner.run(nobody, id, self.id);
    },
    async listOwn() {
      const own = statements.selectUnfinished.all(oldest()).filter((row) => text(row, "owner") === self.id);
      return readUnfinished(own, { finish });
    },
  };
}

function createFileRecords(statements: SqliteStatements, oldest: () => number): FileRecords {
  return {
    async findFile(token) {
      const row = statements.selectFile.get(token, oldest());
      return row && readFile(row);
    },
    async bytes(token) {
      const bytes = statements.selectBytes.get(token)?.bytes;
      return bytes instanceof Uint8Array ? bytes : undefined;
    },
    async hasLocation(location) {
      return statements.selectLocation.get(location) !== undefined;
    },
  };
}

function createSweeps(database: DatabaseSync, statements: SqliteStatements, clock: WallClock): TaskSweeps {
  return {
    async sweep(now = clock.now()) {
      return transact(database, () => {
        const ages = [now - storageMilliseconds, now - unkeptMilliseconds] as const;
        const locations = statements.selectOldLocations.all(...ages).map((row) => text(row, "location"));
        statements.deleteOld.run(...ages);
        return locations;
      });
    },
    sweepTimes: async () => readSweepTimes(statements.selectSweep.get()),
    async keepSweepTimes({ seenAt, trustedAt, heldUntil }) {
      statements.setSweep.run(seenAt, trustedAt, heldUntil ?? null);
    },
  };
}

/** SQLite is synchronous, so each method is one step; tasks that are inserted in one turn are written together. Errors become rejections. */
export function createSqliteRecords(database: DatabaseSync, self: Owner, clock: WallClock): TaskRecords {
  const statements = prepareStatements(database);
  const insertTask = groupWrites(database, (values: SQLInputValue[]) => statements.insertTask.run(...values).changes === 1);
  const oldest = () => clock.now() - storageMilliseconds;

  const records: TaskRecords = {
    async insert(task, request, { reserved = 0 } = {}) {
      const { id, account, endpoint, kind, model, provider, status, createdAt, echo } = task;
      const echoed = echo.kind === "media" ? mediaEcho : serializeValue(echo);
      const described = [id, self.id, endpoint, kind, model, provider, status, createdAt];
      const values = [...described, serializeValue(request), echoed, Number(isKept(task)), reserved, account, reserved];
      return insertTask(values);
    },
    async isAffordable(id) {
      return statements.selectAffordable.get(id)?.is_affordable !== 0;
    },
    async get(id) {
      const row = statements.selectTask.get(id, oldest());
      // Files are written when their task finishes.
      if (!row || row.finished_at === null) return row && readTask(row, []);
      const read = () => {
        const finished = statements.selectTask.get(id, oldest());
        return finished && readTask(finished, statements.selectFiles.all(id).map(readFile));
      };
      return transact(database, read, "DEFERRED");
    },
    async statuses(ids) {
      return readStatuses(statements.selectStatuses.all(JSON.stringify(ids)));
    },
    async input(id) {
      return readInputRow(statements.selectInput.get(id, oldest()));
    },
    async list(account, limit, before = newestPosition) {
      const read = () =>
        statements.selectTasks
          .all(account, oldest(), before.createdAt, before.id, limit)
          .map((row) => readTask(row, statements.selectFiles.all(text(row, "id")).map(readFile)));
      return transact(database, read, "DEFERRED");
    },
    async markSent(id, provider, sent) {
      return statements.setSent.run(provider, serializeValue(sent), id, self.id).changes === 1;
    },
    async markRefused(id) {
      transact(database, () => {
        // If its account deleted it while it was sent, there is nothing to charge.
        if (statements.clearSent.run(id, self.id).changes === 1) statements.deleteMarked.run(id);
      });
    },
    async noteProgress(id, progress) {
      statements.setProgress.run(serializeValue(progress), id, self.id);
    },
    async progress(id) {
      return readStoredProgress(statements.selectProgress.get(id));
    },
    async finish(id, outcome, files) {
      return transact(database, () => {
        if (outcome.status !== "failed") statements.keepInput.run(id, self.id);
        const { changes } = statements.finishTask.run(
          outcome.status,
          clock.now(),
          outcome.output ? serializeValue(outcome.output) : null,
          outcome.usage ? serializeValue(outcome.usage) : null,
          outcome.cost,
          ...errorColumns(outcome.error),
          id,
          self.id,
        );
        if (changes !== 1) return false;
        statements.clearProgress.run(id);
        statements.charge.run({ $cost: outcome.cost, $task: id });
        statements.countDay.run({ $day: dayOf(clock.now()), $cost: outcome.cost, $task: id });
        if (statements.deleteMarked.run(id).changes === 1) return false;
        for (const { token, name, mediaType, format, size, bytes, location } of files) {
          statements.insertFile.run(token, id, name, mediaType, format, size, bytes ?? null, location ?? null);
        }
        return true;
      });
    },
    async delete(id) {
      return transact(database, () => {
        if (statements.markDeleted.run(id, oldest()).changes === 1) return [];
        const locations = statements.selectLocations.all(id).map((row) => text(row, "location"));
        return statements.deleteTask.run(id, oldest()).changes === 1 ? locations : undefined;
      });
    },
    ...createFileRecords(statements, oldest),
    ...createClaims(statements, self, oldest, (...given) => records.finish(...given)),
    // Whoever finishes a deleted task finds out then.
    watchDeletions() {},
    ...createSweeps(database, statements, clock),
  };
  return records;
}
