/** A journal's path and a moment, Unix milliseconds, in; the journal opened at that moment, and its notice as JSON on standard output, out. */
import { Journal } from "../../../src/tasks/journal.ts";

const [path = "", at = "0"] = process.argv.slice(2);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, Number(at) - Date.now()));
const journal = new Journal(path, undefined);
process.stdout.write(JSON.stringify({ notice: journal.notice ?? null }));
journal.close();
