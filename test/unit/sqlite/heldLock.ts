/** A process that holds the write lock of a database until it is told to stop; its argument is the file. */
import { DatabaseSync } from "node:sqlite";

const database = new DatabaseSync(process.argv[2] ?? "");
database.exec("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE");
process.stdout.write("locked");
process.stdin.once("data", () => {
  database.exec("COMMIT");
  database.close();
  process.exit();
});
