/** Finds the images of all conversations. */
import { setImmediate } from "node:timers/promises";
import type { Database } from "../sqlite/database.ts";
import { imageName } from "./imageStore.ts";

/** Turns to read without a pause for other work. */
const turnsAtOnce = 200;

/** The names of all images that any turn contains. Includes turns that this version cannot read. */
export async function readImagesInUse(database: Database): Promise<Set<string>> {
  const names = new Set<string>();
  let last: unknown = 0;
  while (typeof last === "number") {
    const rows = database.all("SELECT number, body FROM turns WHERE number > ? ORDER BY number LIMIT ?", [last, turnsAtOnce]);
    for (const { body } of rows) for (const [name] of String(body).matchAll(imageName)) names.add(name);
    last = rows.at(-1)?.number;
    await setImmediate();
  }
  return names;
}
