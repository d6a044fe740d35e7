/** The folders that an agent may read and write: its client's roots, or the folder that the user has configured. */
import { realpath } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { containingFolder, followLinks } from "../disclosure/insideFolders.ts";
import { ToolError } from "./toolError.ts";

export interface Folders {
  /** Absolute, with links followed; files are saved in the first one by default. Empty: there are none. */
  list(): Promise<readonly string[]>;
  /** Makes the next call read the roots again. */
  forget(): void;
}

export interface AgentFolderOptions {
  /** The client's roots as URIs; undefined: it names none. */
  roots: () => Promise<readonly string[] | undefined>;
  /** The folder for files if the client names no folder of this machine. */
  output: string | undefined;
}

export function createFolders({ roots, output }: AgentFolderOptions): Folders {
  let reading: Promise<readonly string[]> | undefined;
  const read = async () => {
    const named = ((await roots()) ?? []).flatMap((uri) => pathOf(uri) ?? []);
    const paths = named.length > 0 || output === undefined ? named : [path.resolve(output)];
    return Promise.all(paths.map((named) => followLinks(named)));
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

/** undefined: it is not a folder on this machine. */
function pathOf(uri: string): string | undefined {
  try {
    return path.resolve(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}

export interface InsideFile {
  folder: string;
  /** Absolute, with links followed as far as the path exists. */
  file: string;
}

/**
 * Resolves a path inside the folders. A relative path belongs to the first folder that contains it, or else to the first folder.
 * @throws ToolError when it is elsewhere, including behind a link, or when there is no folder.
 */
export async function findInside(folders: readonly string[], given: string): Promise<InsideFile> {
  const [first] = folders;
  if (first === undefined) throw noFolder();
  if (given.includes("\0")) throw outside(folders, given);
  const candidates = path.isAbsolute(given) ? [given] : folders.map((folder) => path.join(folder, given));
  const found = await Promise.all(
    candidates.map(async (candidate) => ({ candidate, file: await realpath(candidate).catch(() => undefined) })),
  );
  const existing = found.find(({ file }) => file !== undefined && containingFolder(folders, file) !== undefined)?.file;
  const file = existing ?? (await followLinks(candidates[0] ?? first));
  const folder = containingFolder(folders, file);
  if (folder === undefined) throw outside(folders, given);
  return { folder, file };
}

function noFolder(): ToolError {
  return new ToolError("There is no folder for files: the client names no root on this machine. Start the server with --output DIR.");
}

function outside(folders: readonly string[], given: string): ToolError {
  return new ToolError(
    `${JSON.stringify(given.slice(0, 200))} is outside of the folders that are allowed: ${folders.slice(0, 5).join(", ")}`,
  );
}
