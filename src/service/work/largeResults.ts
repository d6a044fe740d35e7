/** Which results need the store of large files, so that only those wait while it is full. */
import type { Kind } from "../../contract/kind.ts";
import { largestRecord } from "../store/createTaskStore.ts";
import type { NewFile } from "../store/storedTask.ts";

export const hasLarge = (files: readonly Pick<NewFile, "size">[]): boolean => files.some(({ size }) => size > largestRecord);

/** A model whose results were small is asked for another one although the store is full; one that has never been asked, too. */
export class LargeResults {
  readonly #models = new Set<string>();

  note(model: string, files: readonly Pick<NewFile, "size">[]): void {
    if (hasLarge(files)) this.#models.add(model);
  }

  isExpected(kind: Kind, model: string): boolean {
    return kind === "video" || this.#models.has(model);
  }
}
