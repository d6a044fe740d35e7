/** Describes a result for the panel: everything except its file. */
import type { PanelDetails, PanelEntry } from "../../library/toLibrary.ts";
import type { LibraryEntry } from "../../tasks/library/library.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { artifactUri } from "../artifacts/artifactUri.ts";
import { listOriginFacts } from "../artifacts/originFacts.ts";
import { readMetadata } from "../artifacts/readMetadata.ts";
import { listTaskFacts } from "../requests/listTaskFacts.ts";
import { listReferences } from "./listReferences.ts";

/** From its task, or from the file's metadata. undefined: the result is no longer in the journal. */
export async function describeResult(
  tasks: Tasks,
  entry: LibraryEntry,
  describe: (entry: LibraryEntry) => PanelEntry,
): Promise<PanelDetails | undefined> {
  const made = tasks.library.madeFrom(entry.artifact.sha256).map(describe);
  if (entry.task === undefined) {
    const facts = withoutRepeated(await listFileFacts(entry));
    return { entry: describe(entry), prompt: entry.prompt, facts, references: [], made };
  }
  const task = tasks.get(entry.task);
  if (task === undefined) return undefined;
  const facts = listTaskFacts(task).map(([name, value]): [string, string] => [name, String(value)]);
  return { entry: describe(entry), prompt: entry.prompt, facts, references: listReferences(tasks, task, describe), made };
}

/** Other programs may use the same names as we do. */
export function withoutRepeated(facts: readonly [string, string][]): [string, string][] {
  return [...new Map(facts.toReversed())].toReversed();
}

/** The file's metadata; empty if it cannot be read. */
export async function listFileFacts({ artifact }: LibraryEntry): Promise<[string, string][]> {
  const metadata = await readMetadata(artifactUri(artifact)).catch(() => undefined);
  return metadata === undefined ? [] : listOriginFacts(metadata);
}
