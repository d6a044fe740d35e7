/** Temporary folders for the files of each task until they have their names. */
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { TasksLog } from "../taskEnvironment.ts";

export class ReceivedFiles {
  readonly #folder: string;
  readonly #owner: string;
  readonly #log: TasksLog | undefined;

  /** `owner` is part of the path: a process that was wrongly taken for dead may still be receiving the same task. */
  constructor(folder: string, owner: string, log: TasksLog | undefined) {
    this.#folder = join(folder, "received");
    this.#owner = owner;
    this.#log = log;
  }

  /** Creates an empty folder for one task. */
  async makeFolder(key: string): Promise<string> {
    const folder = join(this.#folder, key, this.#owner);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Removes what this process received of a task. What another process receives of the same task is kept. */
  async discard(key: string): Promise<void> {
    await this.#remove(join(this.#folder, key, this.#owner));
    await rmdir(join(this.#folder, key)).catch(() => undefined);
  }

  /** Removes all received files of a task that no longer needs them. */
  clear(key: string): Promise<void> {
    return this.#remove(join(this.#folder, key));
  }

  /** Removes the files of dead processes for tasks that no longer need them. */
  async sweep(isNeeded: (key: string) => boolean): Promise<void> {
    for (const key of await readdir(this.#folder).catch(() => [])) {
      if (!isNeeded(key)) await this.clear(key);
    }
  }

  /** A scanner, for example, may have a file open. */
  async #remove(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true }).catch(() => {
      this.#log?.warn("A temporary folder could not be removed; the next start tries again.");
    });
  }
}
