/** Keeps the result of `npm test` for `npm run test:all -- --continue`. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";
import { failedTest, nothing } from "./outcome.ts";

const keptFile = path.join(repositoryFolder, "test-results", "main.json");
const keptOutcome = z.object({
  total: z.object({ passed: z.number(), failed: z.number(), skipped: z.number() }),
  failedTests: z.array(failedTest),
});
type KeptOutcome = z.infer<typeof keptOutcome>;

export async function keepOutcome({ total, failedTests }: KeptOutcome, file = keptFile): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ total, failedTests }));
}

/** Called before a run, so that the result of an interrupted one is missing. */
export async function removeKeptOutcome(file = keptFile): Promise<void> {
  await rm(file, { force: true });
}

/** A failure when the last run did not end. */
export async function readKeptOutcome(file = keptFile): Promise<KeptOutcome> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text !== undefined) return keptOutcome.parse(JSON.parse(text));
  return { total: { ...nothing, failed: 1 }, failedTests: [{ where: "npm test", test: "did not end", message: "" }] };
}
