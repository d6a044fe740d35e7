/** Writes of one turn of the event loop. A second connection shows what is committed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { groupWrites } from "../../../../../src/service/store/sqlite/groupWrites.ts";

let folder: string;
let database: DatabaseSync;
let other: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "group-writes-"));
  database = new DatabaseSync(join(folder, "database"));
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE names (name TEXT PRIMARY KEY)");
  other = new DatabaseSync(join(folder, "database"));
});

afterEach(() => {
  database.close();
  other.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const committed = () =>
  other
    .prepare("SELECT name FROM names ORDER BY name")
    .all()
    .map(({ name }) => name);

function createInsert() {
  const transactions: boolean[] = [];
  const statement = database.prepare("INSERT INTO names VALUES (?)");
  const insert = groupWrites(database, (name: string) => {
    transactions.push(database.isTransaction);
    statement.run(name);
    return name.toUpperCase();
  });
  return { insert, transactions };
}

test("those of one turn are one transaction, committed before any of them resolves", async () => {
  const { insert, transactions } = createInsert();
  const seen: unknown[] = [];
  const results = await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      const result = await insert(name);
      seen.push(committed());
      return result;
    }),
  );
  expect(results).toEqual(["A", "B", "C"]);
  expect(seen).toEqual([
    ["a", "b", "c"],
    ["a", "b", "c"],
    ["a", "b", "c"],
  ]);
  expect(transactions).toEqual([true, true, true]);
});

test("one that fails rejects, and the others are written", async () => {
  const { insert } = createInsert();
  const [first, again, second] = await Promise.allSettled([insert("a"), insert("a"), insert("b")]);
  expect(first).toEqual({ status: "fulfilled", value: "A" });
  expect(again).toMatchObject({ status: "rejected", reason: { code: "ERR_SQLITE_ERROR" } });
  expect(second).toEqual({ status: "fulfilled", value: "B" });
  expect(committed()).toEqual(["a", "b"]);
});

test("a single one needs no transaction of its own, and is committed when it resolves", async () => {
  const { insert, transactions } = createInsert();
  await insert("a");
  expect(committed()).toEqual(["a"]);
  await insert("b");
  expect(committed()).toEqual(["a", "b"]);
  expect(transactions).toEqual([false, false]);
});
