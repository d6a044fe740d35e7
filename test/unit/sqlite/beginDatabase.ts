/** Opens databases of one kind, each at a given time, as a separate process. */
import { join } from "node:path";
import { openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { Journal } from "../../../src/generations/journal/journal.ts";
import { openServiceDatabase } from "../../../src/service/store/sqlite/serviceDatabase.ts";

/** Milliseconds between two databases, enough for all processes to open one. */
const interval = 50;

const stores: Record<string, (folder: string) => Promise<{ close(): unknown }>> = {
  conversations: openConversationStore,
  journal: (folder) => Journal.open(join(folder, "tasks.sqlite"), undefined),
  service: openServiceDatabase,
};

const [name = "", folder = "", moment = "0", count = "0"] = process.argv.slice(2);
const begin = stores[name];
if (begin === undefined) throw new Error(`There is no store ${name}.`);
for (let round = 0; round < Number(count); round += 1) {
  const wait = Number(moment) + round * interval - Date.now();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, wait));
  await (await begin(join(folder, String(round)))).close();
}
