/** Everything about a result that the panel shows besides its file. */
import type { PanelDetails, PanelEntry } from "../../library/toLibrary.ts";
import type { LibraryEntry } from "../../tasks/library.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { artifactUri } from "../artifacts/artifactUri.ts";
import { listOriginFacts } from "../artifacts/originFacts.ts";
import { readMetadata } from "../artifacts/readMetadata.ts";
import { listTaskFacts } from "../requests/listTaskFacts.ts";
import { listReferences } from "./listReferences.ts";

/** From its task, or from what the file says of itself. undefined: it is not in the journal any more. */
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

/** A program's own names may be ours. */
export function withoutRepeated(facts: readonly [string, string][]): [string, string][] {
  return [...new Map(facts.toReversed())].toReversed();
}

/** What the file says of itself; nothing where it cannot be read now. */
export async function listFileFacts({ artifact }: LibraryEntry): Promise<[string, string][]> {
  const metadata = await readMetadata(artifactUri(artifact)).catch(() => undefined);
  return metadata === undefined ? [] : listOriginFacts(metadata);
}
