/** The name of a store, a folder, a moment (Unix milliseconds) and a count in; as many databases of it, each begun at its own moment, out. */
import { join } from "node:path";
import { openConversations } from "../../../src/editor/chat/openConversations.ts";
import { openDatabase as openServiceDatabase } from "../../../src/service/store/openDatabase.ts";
import { openDatabase as openJournal } from "../../../src/tasks/openDatabase.ts";

/** Milliseconds from one database to the next: all processes have begun it by then. */
const interval = 50;

const stores: Record<string, (folder: string) => { close(): void }> = {
  conversations: openConversations,
  journal: (folder) => openJournal(join(folder, "tasks.sqlite")).database,
  service: openServiceDatabase,
};

const [name = "", folder = "", moment = "0", count = "0"] = process.argv.slice(2);
const begin = stores[name];
if (begin === undefined) throw new Error(`There is no store ${name}.`);
for (let round = 0; round < Number(count); round += 1) {
  const wait = Number(moment) + round * interval - Date.now();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, wait));
  begin(join(folder, String(round))).close();
}
