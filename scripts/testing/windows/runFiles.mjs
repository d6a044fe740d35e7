/** Runs bundled tests: `runFiles.mjs LIST REPORT`, with the files as a JSON array in LIST. Appends a line of JSON to REPORT for each test. */
import { appendFileSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { run } from "vitest";

const [, , list, report] = process.argv;
let current;
const write = (title, status, error) => {
  const message = error === undefined ? undefined : (error?.stack ?? String(error));
  appendFileSync(report, `${JSON.stringify({ file: current, title, status, error: message })}\n`);
};
for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error) => write("outside of a test", "failed", error));
}
for (const { file, bundle } of JSON.parse(readFileSync(list, "utf8"))) {
  current = file;
  await run(() => import(pathToFileURL(bundle).href), write);
}
process.exit();
