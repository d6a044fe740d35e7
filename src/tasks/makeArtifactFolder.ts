/** A task's folder and the segments below it in; the real folder, made where missing and never outside, out. */
import { mkdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { DiskRefusal, isDiskCode } from "./diskRefusal.ts";
import { syncFolder } from "./placeFile.ts";

/**
 * The folder itself may be a link, since a person chose it; nothing below it may lead out of it.
 * @throws DiskRefusal when a link leads out, the file system's error when the folder is gone or refuses.
 */
export async function makeArtifactFolder(folder: string, segments: readonly string[]): Promise<string> {
  const root = await realpath(folder);
  let current = root;
  for (const segment of segments) {
    const next = join(current, segment);
    await mkdir(next).then(
      () => syncFolder(current),
      (error: unknown) => {
        if (!isDiskCode(error, "EEXIST")) throw error;
      },
    );
    current = await realpath(next);
    if (current !== root && !current.startsWith(root.endsWith(sep) ? root : root + sep)) {
      throw new DiskRefusal("A link leads out of the folder, so nothing is written there.");
    }
  }
  return current;
}
