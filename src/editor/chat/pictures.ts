/** A folder in; a way to keep the pictures of answers in it, each once, out. */
import { createHash } from "node:crypto";
import { access, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

export interface Pictures {
  readonly folder: string;
  /** base64 in; the file's name in the folder, or undefined where the bytes are no picture that a browser shows. */
  keep(data: string): Promise<string | undefined>;
  keepBytes(bytes: Uint8Array): Promise<string | undefined>;
  /** The path of a kept picture; undefined for a name that was not made here. */
  pathOf(name: string): string | undefined;
  /** A kept picture's bytes; undefined for one that is gone. */
  read(name: string): Promise<Uint8Array | undefined>;
}

const startsOf = [
  { ending: "png", start: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { ending: "jpg", start: [0xff, 0xd8, 0xff] },
  { ending: "gif", start: [0x47, 0x49, 0x46, 0x38] },
  { ending: "webp", start: [0x52, 0x49, 0x46, 0x46] },
] as const;

export function pictureEnding(bytes: Uint8Array): string | undefined {
  return startsOf.find(({ start }) => start.every((byte, index) => bytes[index] === byte))?.ending;
}

const ownName = /^[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/;

export function openPictures(folder: string): Pictures {
  async function keepBytes(bytes: Uint8Array): Promise<string | undefined> {
    const ending = pictureEnding(bytes);
    if (ending === undefined) return undefined;
    const name = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.${ending}`;
    const target = path.join(folder, name);
    const isThere = await access(target).then(
      () => true,
      () => false,
    );
    if (isThere) return name;
    await mkdir(folder, { recursive: true });
    const temporary = `${target}.${process.pid}.part`;
    await writeFile(temporary, bytes);
    await rename(temporary, target);
    return name;
  }
  const pathOf = (name: string) => (ownName.test(name) ? path.join(folder, name) : undefined);
  return {
    folder,
    keepBytes,
    keep: (data) => keepBytes(Buffer.from(data.replace(/^data:[^,]*,/, ""), "base64")),
    pathOf,
    async read(name) {
      const file = pathOf(name);
      return file === undefined ? undefined : readFile(file).catch(() => undefined);
    },
  };
}
