import path from "node:path";
import { withoutEnding } from "../../contract/fileFormats.ts";
import type { ArtifactTarget } from "../../tasks/task.ts";
import { findInside } from "../folders.ts";
import { ToolError } from "../toolError.ts";

const defaultFolder = "generated";
const defaultName = "{date}-{slug}";

/**
 * Chooses where the files of a task are saved: below one of `folders`, whose path has no links. Saving follows links and checks that they
 * do not lead out of it. Throws ToolError.
 */
export async function chooseTarget(
  folders: readonly string[],
  { folder = defaultFolder, name }: { folder?: string | undefined; name?: string | undefined },
): Promise<ArtifactTarget> {
  const inside = await findInside(folders, folder);
  const segments = path.relative(inside.folder, inside.file).split(path.sep).filter(Boolean);
  const hidden = [...segments, name ?? ""].find((segment) => segment.startsWith("."));
  if (hidden !== undefined)
    throw new ToolError(`${JSON.stringify(hidden)} is hidden: files are saved in visible folders, under visible names.`);
  if (name !== undefined && /[/\\]/.test(name)) throw new ToolError("The name of a file has no folders in it: give them as `folder`.");
  return { folder: inside.folder, pattern: [...segments, withoutEnding(name ?? defaultName)].join("/") };
}
