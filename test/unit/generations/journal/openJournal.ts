/** Opens a journal at a given time and prints its notice as JSON, as a separate process. */
import { Journal } from "../../../../src/generations/journal/journal.ts";

const [path = "", at = "0"] = process.argv.slice(2);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, Number(at) - Date.now()));
const journal = await Journal.open(path, undefined);
process.stdout.write(JSON.stringify({ notice: journal.notice ?? null }));
await journal.close();
