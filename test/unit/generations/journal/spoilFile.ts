/** Makes a database file unreadable for a while, as a failing disk does. */
import { spawnSync } from "node:child_process";
import { DatabaseSync } from "node:sqlite";

const invert = `
  const { openSync, fstatSync, readSync, writeSync } = require("node:fs");
  const file = openSync(process.argv[1], "r+");
  const bytes = Buffer.alloc(fstatSync(file).size);
  readSync(file, bytes, 0, bytes.length, 0);
  writeSync(file, bytes.map((byte) => byte ^ 0xff), 0, bytes.length, 0);
`;

/** In a process of its own: closing the file in this one would release SQLite's locks on it. */
function invertFile(path: string): void {
  const { status, stderr } = spawnSync(process.execPath, ["-e", invert, path]);
  if (status !== 0) throw new Error(stderr.toString());
}

/** Commits without changing anything, and empties the log: open connections then read the file again. */
function commit(path: string): void {
  const other = new DatabaseSync(path);
  const version = Number(other.prepare("PRAGMA user_version").get()?.user_version);
  other.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
  other.close();
}

/** Until the returned function is called, every statement of an open connection fails. */
export function spoilFile(path: string): () => void {
  commit(path);
  invertFile(path);
  return () => {
    invertFile(path);
    commit(path);
  };
}
