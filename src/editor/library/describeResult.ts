/** Describes a result for the panel: everything except its file. */

import type { LibraryEntry } from "../../generations/library/library.ts";
import { contentOfReference, referencesOf } from "../../generations/library/requestReferences.ts";
import type { Task } from "../../generations/task.ts";
import type { Tasks } from "../../generations/tasks.ts";
import type { PanelDetails, PanelEntry, PanelReference } from "../../library/libraryProtocol.ts";
import { listOriginFacts } from "../artifacts/originFacts.ts";
import { readMetadata } from "../artifacts/readMetadata.ts";
import { findUnheardSound } from "../artifacts/unheardSound.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { describeReference } from "../requests/describeReference.ts";
import { listTaskFacts } from "../requests/listTaskFacts.ts";

/**
 * From its task, or from the file's metadata. `announced`: the context keys of what a model can do with images. undefined: the result is no
 * longer in the journal.
 */
export async function describeResult(
  tasks: Tasks,
  entry: LibraryEntry,
  announced: readonly string[],
  describe: (entry: LibraryEntry) => PanelEntry,
): Promise<PanelDetails | undefined> {
  const made = tasks.library.madeFrom(entry.artifact.sha256).map(describe);
  const unheard = await findUnheardSound(artifactUri(entry.artifact));
  const shared = { entry: describe(entry), prompt: entry.prompt, announced: [...announced], made, ...(unheard && { unheard }) };
  if (entry.task === undefined) {
    const facts = withoutRepeated(await listFileFacts(entry));
    return { ...shared, facts, references: [] };
  }
  const task = tasks.get(entry.task);
  if (task === undefined) return undefined;
  const facts = listTaskFacts(task);
  const references = listReferences(tasks, task, describe);
  return { ...shared, facts, references };
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

/** Characters of a data URI that is shown, because the page receives it as a whole. */
const largestImage = 700_000;

function listReferences({ library }: Pick<Tasks, "library">, task: Task, describe: (entry: LibraryEntry) => PanelEntry): PanelReference[] {
  return referencesOf(task.request).map((address): PanelReference => {
    const sha256 = contentOfReference(address);
    const entry = sha256 === undefined ? undefined : library.withContent(sha256);
    const label = describeReference(address);
    if (entry !== undefined) return { label, entry: describe(entry) };
    return sha256 !== undefined && address.length <= largestImage ? { label, image: address } : { label };
  });
}
