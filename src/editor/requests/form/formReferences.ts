/** The reference images of a form. */

import path from "node:path";
import * as vscode from "vscode";
import { errorText } from "../../../contract/errorText.ts";
import { findFormat } from "../../../contract/fileFormats.ts";
import { type InterfaceVersion, type Kind, kindTable } from "../../../contract/kind.ts";
import { inlineBytes, limits } from "../../../contract/limits.ts";
import type { FormImage, RequestForm } from "../../../requestForm/requestForm.ts";
import { readImageAddresses } from "../imageAddress.ts";

const { t } = vscode.l10n;

interface Reference {
  id: number;
  name: string;
  /** As in RequestOptions. */
  address: string;
}

export class FormReferences {
  #images: readonly Reference[] = [];
  #error: string | undefined;
  #added = 0;

  /** As in RequestOptions. */
  get addresses(): readonly string[] {
    return this.#images.map(({ address }) => address);
  }

  /** The first image, as a data URI; undefined: there is none, or its address is known only. */
  get firstImage(): string | undefined {
    const address = this.#images[0]?.address;
    return address !== undefined && /^data:/i.test(address) ? address : undefined;
  }

  replaceFirst(address: string): void {
    this.#images = this.#images.map((image, index) => (index === 0 ? { ...image, address } : image));
  }

  /** Paths, URIs, addresses or data URIs. An image that cannot be read is left out, and the reason is shown. */
  async add(references: readonly string[]): Promise<void> {
    this.#error = undefined;
    for (const reference of references) {
      try {
        const [address = ""] = await readImageAddresses([reference]);
        this.#insert(nameOf(reference), address);
      } catch (error) {
        this.#error = `${nameOf(reference)}: ${errorText(error)}`;
      }
    }
  }

  addFile(name: string, data: Uint8Array): void {
    this.#error = undefined;
    const mediaType = findFormat(data)?.mediaType ?? "";
    this.#insert(name, `data:${mediaType};base64,${Buffer.from(data).toString("base64")}`);
  }

  remove(id: number): void {
    this.#error = undefined;
    this.#images = this.#images.filter((image) => image.id !== id);
  }

  #insert(name: string, address: string): void {
    if (!/^(?:https?:|data:image\/)/i.test(address)) {
      this.#error = t("{0} is not an image.", name);
    } else if (!this.addresses.includes(address)) {
      this.#added += 1;
      this.#images = [...this.#images, { id: this.#added, name, address }];
    }
  }

  /** Why they cannot be sent; undefined: they can. */
  check(model: string, most: number): string | undefined {
    if (this.#images.length > most) return t("{0} takes at most {1}", model, most);
    const bytes = this.#images.reduce((sum, { address }) => sum + inlineBytes(address), 0);
    if (bytes > limits.fileBytesPerRequest) return t("A request takes at most {0} MB of files.", limits.fileBytesPerRequest / 1_000_000);
    return this.#error;
  }

  view(model: string, most: number): NonNullable<RequestForm["references"]> {
    const images = this.#images.map(
      ({ id, name, address }): FormImage => (/^data:/i.test(address) ? { id, name, source: address } : { id, name }),
    );
    const hint = Number.isFinite(most) ? t("{0} takes at most {1}", model, most) : "";
    return { images, hint, isFull: images.length >= most };
  }
}

/** Maximum number of reference images; 0: none. `taken`: what the model takes, if the service reports it. */
export function mostReferences(kind: Kind, version: InterfaceVersion, taken: number | undefined): number {
  if (!kindTable[kind].takesImages) return 0;
  const ofInterface = version === "v2" ? limits.filesPerRequest : Number.POSITIVE_INFINITY;
  return Math.min(taken ?? ofInterface, ofInterface);
}

function nameOf(reference: string): string {
  if (/^data:/i.test(reference)) return t("image");
  return path.posix.basename(URL.parse(reference)?.pathname ?? reference);
}
