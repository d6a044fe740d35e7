/** Saves received files on file systems other than this machine's disk. */

import { createHash } from "node:crypto";
import { errorText } from "../../contract/errorText.ts";
import { DiskError } from "../diskError.ts";
import type { SaveIntent } from "../journal/intentTable.ts";
import type { ArtifactLocation } from "../task.ts";
import type { Delivery } from "../taskEnvironment.ts";

/**
 * Writes a received file under the first free name that `choose` reserves in the journal.
 * @throws DiskError when the file system refuses, and the journal's errors; the received file is kept.
 */
export async function deliverFile(
  delivery: Delivery,
  folder: string,
  folders: readonly string[],
  names: Iterable<string>,
  received: string,
  choose: (location: ArtifactLocation) => Promise<boolean>,
): Promise<ArtifactLocation> {
  for (const name of names) {
    const [uri, size] = await onFileSystem(folder, async () => {
      const located = delivery.locate(folder, [...folders, name]);
      return [located, await delivery.size(located)] as const;
    });
    if (size !== undefined || !(await choose({ uri }))) continue;
    await onFileSystem(folder, () => delivery.write(uri, received));
    return { uri };
  }
  throw new DiskError("No free name was found for a file.");
}

/** Whether an earlier process has already written the file. */
export function isDelivered(uri: string, { size, sha256 }: SaveIntent, delivery: Delivery): Promise<boolean> {
  return onFileSystem(uri, async () => {
    if ((await delivery.size(uri)) !== size) return false;
    return (
      createHash("sha256")
        .update(await delivery.read(uri))
        .digest("hex") === sha256
    );
  });
}

/** `location`: the URI that the message of an error names. @throws DiskError */
async function onFileSystem<Result>(location: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new DiskError(`${errorText(error)} (${location})`);
  }
}
