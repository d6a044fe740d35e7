/** Temporary folders for the files of each task until they have their names. */
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { TasksLog } from "./tasks.ts";

export class ReceivedFiles {
  readonly #folder: string;
  readonly #owner: string;
  readonly #log: TasksLog | undefined;

  /** `owner` is this process: one that was taken for dead may still be receiving the same task. */
  constructor(folder: string, owner: string, log: TasksLog | undefined) {
    this.#folder = join(folder, "received");
    this.#owner = owner;
    this.#log = log;
  }

  /** An empty folder for one task. */
  async makeFolder(key: string): Promise<string> {
    const folder = join(this.#folder, key, this.#owner);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Nothing of use came. What another process receives of the same task stays. */
  async discard(key: string): Promise<void> {
    await rm(join(this.#folder, key, this.#owner), { recursive: true, force: true });
    await rmdir(join(this.#folder, key)).catch(() => undefined);
  }

  /** The task needs nothing of it any more. */
  async clear(key: string): Promise<void> {
    await rm(join(this.#folder, key), { recursive: true, force: true }).catch(() => {
      this.#log?.warn("A temporary folder could not be removed; the next start tries again.");
    });
  }

  /** Removes what dead processes left of tasks that do not need it any more. */
  async sweep(isNeeded: (key: string) => boolean): Promise<void> {
    for (const key of await readdir(this.#folder).catch(() => [])) {
      if (!isNeeded(key)) await this.clear(key);
    }
  }
}
