/** A database that announces its own writes. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { conversationDatabase } from "../../../src/conversations/conversationTables.ts";
import { SharedDatabase } from "../../../src/sqlite/sharedDatabase.ts";
import { temporaryFolder } from "../generations/temporaryFolder.ts";

test("announces each write of this process once, also one that has waited, and none that was refused", async () => {
  const path = join(await temporaryFolder(), "conversations.db");
  const shared = await SharedDatabase.open(path, conversationDatabase, { synchronous: "NORMAL" });
  const other = new DatabaseSync(path);
  onTestFinished(async () => {
    other.close();
    await shared.close();
  });
  const announced: unknown[] = [];
  const count = () => shared.database.get("SELECT count(*) AS presets FROM presets")?.presets;
  shared.announceWrites(() => announced.push(count()));
  const save = (name: string) => shared.write(() => shared.database.run("INSERT INTO presets (name, text) VALUES (?, '')", [name]));
  await save("one");
  expect(announced).toEqual([1]);
  expect(() => save("one")).toThrow();
  other.exec("BEGIN IMMEDIATE");
  const waiting = save("two");
  expect(announced).toEqual([1]);
  other.exec("COMMIT");
  await waiting;
  expect(announced).toEqual([1, 2]);
  other.exec("DELETE FROM presets");
  expect(announced).toEqual([1, 2]);
});
