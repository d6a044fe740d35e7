/** The folders that an agent may read from and write to: those that its client names as roots, or the one that the user names. */
import { realpath } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ToolError } from "./toolError.ts";

export interface Folders {
  /** Absolute, with links followed, the first one is where files go by default. Empty: there are none. */
  list(): Promise<readonly string[]>;
  /** Reads them again at the next use. */
  forget(): void;
}

export interface FolderOptions {
  /** The roots of the client as URIs; undefined: it names none. */
  roots: () => Promise<readonly string[] | undefined>;
  /** Where files go where the client names no roots. */
  output: string | undefined;
}

export function createFolders({ roots, output }: FolderOptions): Folders {
  let reading: Promise<readonly string[]> | undefined;
  const read = async () => {
    const named = await roots();
    const paths = named === undefined ? (output === undefined ? [] : [path.resolve(output)]) : named.flatMap((uri) => pathOf(uri) ?? []);
    return Promise.all(paths.map(followLinks));
  };
  return {
    list() {
      reading ??= read().catch((error: unknown) => {
        reading = undefined;
        throw error;
      });
      return reading;
    },
    forget() {
      reading = undefined;
    },
  };
}

/** undefined: it is no folder of this machine. */
function pathOf(uri: string): string | undefined {
  try {
    return path.resolve(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}

/** The folder among `folders` that `file` is in, or is. Both with links followed. */
export function folderOf(folders: readonly string[], file: string): string | undefined {
  return folders.find((folder) => {
    const below = path.relative(folder, file);
    return below !== ".." && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
  });
}

export interface InsideFile {
  folder: string;
  /** Absolute, with links followed as far as it exists. */
  file: string;
}

/**
 * Finds a path inside the folders. A relative one belongs to the first folder that has it, or else to the first.
 * @throws ToolError where it is elsewhere, also behind a link, or where there is no folder.
 */
export async function findInside(folders: readonly string[], given: string): Promise<InsideFile> {
  const [first] = folders;
  if (first === undefined) throw noFolder();
  if (given.includes("\0")) throw outside(folders, given);
  const candidates = path.isAbsolute(given) ? [given] : folders.map((folder) => path.join(folder, given));
  const found = await Promise.all(
    candidates.map(async (candidate) => ({ candidate, file: await realpath(candidate).catch(() => undefined) })),
  );
  const existing = found.find(({ file }) => file !== undefined && folderOf(folders, file) !== undefined)?.file;
  const file = existing ?? (await followLinks(candidates[0] ?? first));
  const folder = folderOf(folders, file);
  if (folder === undefined) throw outside(folders, given);
  return { folder, file };
}

/** What of the path exists has its links followed; the rest is as it is written, without `..`. */
async function followLinks(file: string): Promise<string> {
  const whole = path.resolve(file);
  const rest: string[] = [];
  for (let at = whole; ; at = path.dirname(at)) {
    try {
      return path.join(await realpath(at), ...rest);
    } catch {
      if (path.dirname(at) === at) return whole;
      rest.unshift(path.basename(at));
    }
  }
}

function noFolder(): ToolError {
  return new ToolError("There is no folder for files: the client names no roots. Start the server with --output DIR.");
}

function outside(folders: readonly string[], given: string): ToolError {
  return new ToolError(
    `${JSON.stringify(given.slice(0, 200))} is outside of the folders that are allowed: ${folders.slice(0, 5).join(", ")}`,
  );
}
