/** A journal's path and a number in; as many finished tasks in it, and one that runs elsewhere, out. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Database } from "../../../src/tasks/database.ts";
import { openDatabase } from "../../../src/tasks/openDatabase.ts";
import { OwnerTable } from "../../../src/tasks/ownerTable.ts";
import { TaskTable } from "../../../src/tasks/taskTable.ts";

export interface FilledJournal {
  /** Key of the task that a process, which is alive, sends. */
  running: string;
  close(): void;
}

export function fillJournal(path: string, count: number): FilledJournal {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(openDatabase(path).database);
  const table = new TaskTable(database, undefined);
  const add = (key: string, prompt: string, owner: string, createdAt: number) =>
    table.add(
      {
        key,
        baseUrl: "built-in:",
        request: { interface: "v1", kind: "image", body: { model: "painter", prompt } },
        model: "painter",
        prompt,
        target: { folder: join(dirname(path), "out"), pattern: "{slug}" },
        origin: {},
        createdAt,
      },
      owner,
    );
  const now = Date.now();
  database.transact(() => {
    for (let index = 0; index < count; index += 1) {
      const key = `finished-${String(index).padStart(6, "0")}`;
      add(key, `Picture ${index}`, "filler", now);
      table.save(key, "filler", [], now);
    }
    new OwnerTable(database).beat("alive", now);
    add("running", "A picture in the making", "alive", now);
  });
  return { running: "running", close: () => database.close() };
}
