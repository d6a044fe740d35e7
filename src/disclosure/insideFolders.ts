/** Decides whether a path is inside folders, after links are followed. */
import { readlink, realpath } from "node:fs/promises";
import path from "node:path";

/** The folder in `folders` that contains `file` or is equal to it. Links must have been followed in both. */
export function containingFolder(folders: readonly string[], file: string): string | undefined {
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

/** How many links to something that does not exist are followed, as systems do: they may form a circle. */
const mostLinks = 40;

/** Follows links in the existing part of a path, and a link to something that does not exist; the rest is kept as written, without `..`. */
export async function followLinks(file: string, left = mostLinks): Promise<string> {
  const whole = path.resolve(file);
  try {
    return await realpath(whole);
  } catch {
    const parent = path.dirname(whole);
    if (parent === whole || left === 0) return whole;
    const real = path.join(await followLinks(parent, left), path.basename(whole));
    const target = await readlink(real).catch(() => undefined);
    return target === undefined ? real : followLinks(path.resolve(path.dirname(real), target), left - 1);
  }
}
