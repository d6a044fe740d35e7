/** What is painted on images: a file for each, so that a closed tab, a reload or a crash loses nothing. */
import { hash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import type * as vscode from "vscode";
import * as z from "zod/mini";
import { extensionSchema, type Painted } from "../../imageEditor/imageEditorProtocol.ts";
import { isExtended } from "../../imageEditor/mask/canvasExtension.ts";
import { pruneFolder } from "../../ownFiles/pruneFolder.ts";
import { replaceFile } from "../../ownFiles/replaceFile.ts";

/** Ninety days and 64 MiB. */
const bounds = { age: 90 * 24 * 3600 * 1000, bytes: 64 * 1024 ** 2 };

const fileSchema = z.object({ extension: extensionSchema, mask: z.optional(z.string()) });

export class KeptPaintings {
  readonly #folder: string;
  /** Ends when everything is written. */
  #written: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** undefined: nothing is painted on the image. */
  async read(image: vscode.Uri): Promise<Painted | undefined> {
    await this.#written;
    try {
      const { extension, mask } = fileSchema.parse(JSON.parse(await readFile(this.#fileOf(image), "utf8")));
      return { extension, ...(mask === undefined ? {} : { mask: new Uint8Array(Buffer.from(mask, "base64")) }) };
    } catch {
      return undefined;
    }
  }

  keep(image: vscode.Uri, painted: Painted): Promise<void> {
    const writing = this.#written.then(() => this.#write(this.#fileOf(image), painted));
    this.#written = writing.catch(() => undefined);
    return writing;
  }

  async #write(file: string, { extension, mask }: Painted): Promise<void> {
    if (mask === undefined && !isExtended(extension)) return rm(file, { force: true });
    await replaceFile(file, JSON.stringify({ extension, ...(mask === undefined ? {} : { mask: Buffer.from(mask).toString("base64") }) }));
    await pruneFolder(this.#folder, bounds, Date.now());
  }

  #fileOf(image: vscode.Uri): string {
    return path.join(this.#folder, `${hash("sha256", image.toString())}.json`);
  }
}
