/** Stores the images of answers in a folder, each once. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { findFormat } from "../contract/fileFormats.ts";
import { replaceFile } from "../wholeFiles/replaceFile.ts";

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
}

const shownFormats: readonly string[] = ["png", "jpg", "gif", "webp"];

function imageExtension(bytes: Uint8Array): string | undefined {
  const format = findFormat(bytes)?.format;
  return format !== undefined && shownFormats.includes(format) ? format : undefined;
}

const ownName = /^[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/;

export function openImageStore(folder: string): ImageStore {
  async function keepBytes(bytes: Uint8Array): Promise<string | undefined> {
    const ending = imageExtension(bytes);
    if (ending === undefined) return undefined;
    const name = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.${ending}`;
    const target = path.join(folder, name);
    const isThere = await access(target).then(
      () => true,
      () => false,
    );
    if (isThere) return name;
    await replaceFile(target, bytes);
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
  };
}
