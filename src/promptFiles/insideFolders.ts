/** Decides whether a path is inside folders, after links are followed. */
import { readlink, realpath } from "node:fs/promises";
import path from "node:path";

/** The folder in `folders` that contains `file` or is equal to it. Links must have been followed in both. */
export function folderOf(folders: readonly string[], file: string): string | undefined {
  return folders.find((folder) => {
    // On Windows, this ignores case, and a path on another drive stays absolute.
    const below = path.relative(folder, file);
    return below !== ".." && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below) && isPlain(below);
  });
}

/** On Windows, `a.txt:b` and `a.txt::$DATA` are streams of the file `a.txt`, whose ending says nothing about them. */
function isPlain(relative: string): boolean {
  return process.platform !== "win32" || !relative.includes(":");
}

/** Follows links in the existing part of a path, and a link to something that does not exist; the rest is kept as written, without `..`. */
export async function followLinks(file: string): Promise<string> {
  const whole = path.resolve(file);
  try {
    return await realpath(whole);
  } catch {
    const parent = path.dirname(whole);
    if (parent === whole) return whole;
    const real = path.join(await followLinks(parent), path.basename(whole));
    const target = await readlink(real).catch(() => undefined);
    return target === undefined ? real : followTarget(path.resolve(path.dirname(real), target), real);
  }
}

/** A link to itself leads nowhere. */
async function followTarget(target: string, link: string): Promise<string> {
  return target === link ? link : followLinks(target);
}
