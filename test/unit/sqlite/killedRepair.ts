/** Opens a journal, and kills itself before one of the calls that keep a damaged file and replace it, as a separate process. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Journal } from "../../../src/generations/journal/journal.ts";

const [path = "", lastCall = "0"] = process.argv.slice(2);
let calls = 0;

function counted<Values extends unknown[], Result>(call: (...values: Values) => Result): (...values: Values) => Result {
  return (...values) => {
    calls += 1;
    if (calls === Number(lastCall)) process.kill(process.pid, "SIGKILL");
    return call(...values);
  };
}

fs.copyFileSync = counted(fs.copyFileSync);
fs.fsyncSync = counted(fs.fsyncSync);
fs.renameSync = counted(fs.renameSync);
syncBuiltinESMExports();
const journal = await Journal.open(path, undefined);
await journal.close();
