/** Lists the reference images that a result was generated from. */
import type { PanelEntry, PanelReference } from "../../library/toLibrary.ts";
import type { LibraryEntry } from "../../tasks/library/library.ts";
import { contentOfReference, referencesOf } from "../../tasks/library/requestReferences.ts";
import type { Task } from "../../tasks/task.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { describeReference } from "../requests/describeReference.ts";

/** Characters of a data URI that is shown, because the page receives it as a whole. */
const largestImage = 700_000;

export function listReferences(
  { library }: Pick<Tasks, "library">,
  task: Task,
  describe: (entry: LibraryEntry) => PanelEntry,
): PanelReference[] {
  return referencesOf(task.request).map((address): PanelReference => {
    const sha256 = contentOfReference(address);
    const entry = sha256 === undefined ? undefined : library.withContent(sha256);
    const label = describeReference(address);
    if (entry !== undefined) return { label, entry: describe(entry) };
    return sha256 !== undefined && address.length <= largestImage ? { label, image: address } : { label };
  });
}
