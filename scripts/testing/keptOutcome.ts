/** Keeps the result of `npm test` for `npm run test:all -- --continue`. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";
import { nothing, type Outcome } from "./outcome.ts";

const keptFile = path.join(repositoryFolder, "test-results", "main.json");
const outcome = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

export async function keepOutcome(kept: Outcome, file = keptFile): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(kept));
}

/** Called before a run, so that the result of an interrupted one is missing. */
export async function removeKeptOutcome(file = keptFile): Promise<void> {
  await rm(file, { force: true });
}

/** A failure when the last run did not end. */
export async function readKeptOutcome(file = keptFile): Promise<Outcome> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? { ...nothing, failed: 1 } : outcome.parse(JSON.parse(text));
}
