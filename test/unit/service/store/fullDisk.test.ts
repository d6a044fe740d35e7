/** A folder of large files whose disk is full. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFolderFiles } from "../../../../src/service/store/files/folderFiles.ts";
import { openOwner } from "../../../../src/sqlite/owner.ts";
import { mountDisk } from "../../generations/journal/mountDisk.ts";

test("is reported before anything is generated for it", async ({ skip }) => {
  const root = await mountDisk("size=8m");
  if (root === undefined) return skip("This machine does not allow mounting.");
  const owner = openOwner(root);
  onTestFinished(() => owner.close());
  const files = createFolderFiles({ root, area: "area", owner, isDurable: true });
  await files.check();
  await writeFile(join(root, "other"), Buffer.alloc(6 * 1024 ** 2));
  await expect(files.check()).rejects.toThrow("the folder of files cannot be used: ENOSPC");
  await rm(join(root, "other"));
  await files.check();
});
