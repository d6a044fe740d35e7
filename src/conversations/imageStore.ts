/** Stores the images of answers in a folder, each once. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { findFormat, formatsThat, hasProperty } from "../contract/fileFormats.ts";
import { replaceFile } from "../ownFiles/replaceFile.ts";
import type { Database } from "../sqlite/database.ts";

export interface ImageStore {
  readonly folder: string;
  /** Stores a base64 image. Returns its file name in the folder, or undefined if the bytes are not an image that browsers show. */
  keep(data: string): Promise<string | undefined>;
  keepBytes(bytes: Uint8Array): Promise<string | undefined>;
  /** The path of a stored image; undefined for a name that this store did not create. */
  pathOf(name: string): string | undefined;
  /** undefined: the image is missing. */
  dataUri(name: string): string | undefined;
  /** A stored image's bytes; undefined if it is missing. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Records that the images were used until `now` (Unix milliseconds). */
  noteUse(names: readonly string[], now: number): Promise<void>;
  /** Removes images that are not in use and were not stored or used for a week, so that no window shows them any more. */
  removeUnused(inUse: () => Promise<ReadonlySet<string>>, now: number): Promise<void>;
}

/** Milliseconds. A window may show an image that is in no stored conversation, such as one whose conversation another window has deleted. */
const longestUnused = 7 * 24 * 60 * 60 * 1000;

function imageExtension(bytes: Uint8Array): string | undefined {
  const format = findFormat(bytes)?.format;
  return hasProperty(format, "isShown") ? format : undefined;
}

/** Matches the names of stored images in a text. */
const imageName = new RegExp(`[0-9a-f]{32}\\.(?:${formatsThat("isShown").join("|")})`, "g");
const ownName = new RegExp(`^${imageName.source}$`);

export function openImageStore(folder: string): ImageStore {
  async function keepBytes(bytes: Uint8Array): Promise<string | undefined> {
    const ending = imageExtension(bytes);
    if (ending === undefined) return undefined;
    const name = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.${ending}`;
    const target = path.join(folder, name);
    if (!(await touch(target, Date.now()))) await replaceFile(target, bytes);
    return name;
  }
  const pathOf = (name: string) => (ownName.test(name) ? path.join(folder, name) : undefined);
  return {
    folder,
    keepBytes,
    keep: (data) => keepBytes(Buffer.from(data.replace(/^data:[^,]*,/, ""), "base64")),
    pathOf,
    dataUri(name) {
      const file = pathOf(name);
      if (file === undefined || !existsSync(file)) return undefined;
      const bytes = readFileSync(file);
      return `data:${findFormat(bytes)?.mediaType ?? "image/png"};base64,${bytes.toString("base64")}`;
    },
    async read(name) {
      const file = pathOf(name);
      return file === undefined ? undefined : readFile(file).catch(() => undefined);
    },
    async noteUse(names, now) {
      await Promise.all(names.map(pathOf).map((file) => file !== undefined && touch(file, now)));
    },
    async removeUnused(inUse, now) {
      const isOld = async (name: string): Promise<boolean> => {
        const found = await stat(path.join(folder, name)).catch(() => undefined);
        return found?.isFile() === true && now - found.mtimeMs > longestUnused;
      };
      const names = await readdir(folder).catch(() => []);
      const areOld = await Promise.all(names.map(isOld));
      const old = names.filter((_, index) => areOld[index]);
      if (old.length === 0) return;
      const kept = await inUse();
      for (const name of old) {
        // An image in use is looked for again in a week.
        if (kept.has(name)) await touch(path.join(folder, name), now);
        // Another window may have stored it again meanwhile.
        else if (await isOld(name)) await rm(path.join(folder, name), { force: true });
      }
    },
  };
}

/** Sets the time of the last use. Returns whether the file exists. */
async function touch(file: string, now: number): Promise<boolean> {
  const used = new Date(now);
  return utimes(file, used, used).then(
    () => true,
    () => false,
  );
}

/** Turns to read without a pause for other work. */
const turnsAtOnce = 200;

/** The names of all images that any turn contains. Includes turns that this version cannot read. */
export async function readImagesInUse(database: Database): Promise<Set<string>> {
  const names = new Set<string>();
  let last: unknown = 0;
  while (typeof last === "number") {
    const rows = database.all("SELECT number, body FROM turns WHERE number > ? ORDER BY number LIMIT ?", [last, turnsAtOnce]);
    for (const { body } of rows) for (const [name] of String(body).matchAll(imageName)) names.add(name);
    last = rows.at(-1)?.number;
    await setImmediate();
  }
  return names;
}
