/** Claims unowned tasks whose service or file system this process can reach. */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { ServiceClient } from "../../client/serviceClient.ts";
import { errorText } from "../../contract/errorText.ts";
import type { Owner } from "../../sqlite/owner.ts";
import type { FollowedTask } from "../task.ts";
import type { Clock, Delivery, TasksLog } from "../taskEnvironment.ts";
import type { Journal } from "./journal.ts";

/** A service that this process could not reach is tried again after this time. */
const unreachableMilliseconds = 30_000;
/** Tasks claimed in one transaction. */
const pageSize = 250;

export interface TakeoverOptions {
  journal: Journal;
  owner: Owner;
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  delivery: Delivery | undefined;
  clock: Clock;
  log: TasksLog | undefined;
  /** Called when this process owns the task. */
  onClaimed: (task: FollowedTask) => void;
  /** Called with the number of processes that follow tasks. */
  onProcesses: (count: number) => void;
  /** Called when a check has finished. */
  onDone: () => void;
}

export class Takeover {
  readonly #options: TakeoverOptions;
  readonly #unreachableUntil = new Map<string, number>();
  #claiming: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: TakeoverOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#claiming === undefined;
  }

  /** Releases the tasks of processes that ended, and claims unowned ones. Only one check runs at a time. */
  look(): void {
    if (this.#isClosed || this.#claiming !== undefined) return;
    const { log, onDone } = this.#options;
    this.#claiming = this.#claim()
      .catch((error: unknown) => {
        log?.warn(`Tasks could not be taken over: ${errorText(error)}`);
      })
      .finally(() => {
        this.#claiming = undefined;
        onDone();
      });
  }

  /** Records that this process cannot reach a service, although others may. */
  markUnreachable(baseUrl: string): void {
    this.#unreachableUntil.set(baseUrl, this.#options.clock.elapsed() + unreachableMilliseconds);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#claiming;
  }

  async #claim(): Promise<void> {
    const { journal, client, clock, onProcesses } = this.#options;
    onProcesses(await this.#releaseDead());
    for (const baseUrl of journal.owners.unownedServices()) {
      if ((this.#unreachableUntil.get(baseUrl) ?? Number.NEGATIVE_INFINITY) > clock.elapsed()) continue;
      const reached = await client(baseUrl).catch(() => undefined);
      if (this.#isClosed) return;
      if (reached === undefined) {
        this.markUnreachable(baseUrl);
        continue;
      }
      await this.#claimAll({ baseUrl });
    }
    for (const folder of journal.owners.unownedFolders()) {
      if (this.#reaches(folder)) await this.#claimAll({ folder });
    }
  }

  /** A recovered row may contain text that is no URI. */
  #reaches(folder: string): boolean {
    try {
      return this.#options.delivery?.reaches(folder) === true;
    } catch {
      return false;
    }
  }

  /** Claims in pages, so that other work on this thread runs in between. */
  async #claimAll(from: { baseUrl: string } | { folder: string }): Promise<void> {
    const { journal, owner, onClaimed } = this.#options;
    for (let count = pageSize; count === pageSize && !this.#isClosed; await nextTurn()) {
      const claimed = await journal.write(() => journal.owners.claim(from, owner.id, pageSize));
      for (const task of claimed) onClaimed(task);
      count = claimed.length;
    }
  }

  /** Releases the tasks of processes that ended. Returns how many processes follow tasks, including this one. */
  async #releaseDead(): Promise<number> {
    const { journal, owner, clock } = this.#options;
    const others = journal.owners.list().filter((name) => name !== owner.id);
    const dead = others.filter((name) => !owner.isAlive(name));
    for (const name of dead) await journal.write(() => journal.owners.release(name, clock.now()));
    return others.length - dead.length + 1;
  }
}
