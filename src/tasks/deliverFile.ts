/** Saves received files on file systems other than this machine's disk. */
import { createHash } from "node:crypto";
import { DiskError } from "./diskError.ts";
import type { SaveIntent } from "./intentTable.ts";
import type { ArtifactLocation } from "./task.ts";
import type { Delivery } from "./tasks.ts";
import { messageOf } from "./toTaskError.ts";

/**
 * Writes a received file under the first free name that `choose` reserves in the journal.
 * @throws DiskError when the file system refuses; the received file is kept.
 */
export async function deliverFile(
  delivery: Delivery,
  folder: string,
  folders: readonly string[],
  names: Iterable<string>,
  received: string,
  choose: (location: ArtifactLocation) => Promise<boolean>,
): Promise<ArtifactLocation> {
  try {
    for (const name of names) {
      const uri = delivery.locate(folder, [...folders, name]);
      if ((await delivery.size(uri)) !== undefined || !(await choose({ uri }))) continue;
      await delivery.write(uri, received);
      return { uri };
    }
  } catch (error) {
    throw new DiskError(`${messageOf(error)} (${folder})`);
  }
  throw new DiskError("No free name was found for a file.");
}

/** Whether an earlier process has already written the file. */
export async function isDelivered(uri: string, { size, sha256 }: SaveIntent, delivery: Delivery): Promise<boolean> {
  try {
    if ((await delivery.size(uri)) !== size) return false;
    return (
      createHash("sha256")
        .update(await delivery.read(uri))
        .digest("hex") === sha256
    );
  } catch (error) {
    throw new DiskError(`${messageOf(error)} (${uri})`);
  }
}
