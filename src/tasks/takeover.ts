/** Claims tasks that nobody follows any more, where this process can reach their service or their file system. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Owner } from "../sqlite/owner.ts";
import type { Journal } from "./journal.ts";
import type { AcceptedTask } from "./task.ts";
import type { Clock, Delivery, TasksLog } from "./tasks.ts";
import { messageOf } from "./toTaskError.ts";

/** A service that this process could not reach is asked for again after this time. */
const unreachableMilliseconds = 30_000;
/** Tasks that are claimed in one transaction. */
const pageSize = 250;

export interface TakeoverOptions {
  journal: Journal;
  owner: Owner;
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  delivery: Delivery | undefined;
  clock: Clock;
  log: TasksLog | undefined;
  /** This process owns the task now. */
  onClaimed: (task: AcceptedTask) => void;
  /** How many processes follow tasks. */
  onProcesses: (count: number) => void;
  /** A look is over. */
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

  /** Frees the tasks of processes that ended, and claims what is free. One look at a time. */
  look(): void {
    if (this.#isClosed || this.#claiming !== undefined) return;
    const { log, onDone } = this.#options;
    this.#claiming = this.#claim()
      .catch((error: unknown) => {
        log?.warn(`Tasks could not be taken over: ${messageOf(error)}`);
      })
      .finally(() => {
        this.#claiming = undefined;
        onDone();
      });
  }

  /** This process cannot reach a service: others may. */
  markUnreachable(baseUrl: string): void {
    this.#unreachableUntil.set(baseUrl, this.#options.clock.elapsed() + unreachableMilliseconds);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#claiming;
  }

  async #claim(): Promise<void> {
    const { journal, client, delivery, clock, onProcesses } = this.#options;
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
      if (delivery?.reaches(folder)) await this.#claimAll({ folder });
    }
  }

  /** In pages: other work of this thread gets its turn between them. */
  async #claimAll(from: { baseUrl: string } | { folder: string }): Promise<void> {
    const { journal, owner, onClaimed } = this.#options;
    for (let count = pageSize; count === pageSize && !this.#isClosed; await nextTurn()) {
      const claimed = await journal.write(() => journal.owners.claim(from, owner.id, pageSize));
      for (const task of claimed) onClaimed(task);
      count = claimed.length;
    }
  }

  /** Frees the tasks of processes that ended. Returns how many follow tasks, this one included. */
  async #releaseDead(): Promise<number> {
    const { journal, owner, clock } = this.#options;
    const others = journal.owners.list().filter((name) => name !== owner.id);
    const dead = others.filter((name) => !owner.isAlive(name));
    for (const name of dead) await journal.write(() => journal.owners.release(name, clock.now()));
    return others.length - dead.length + 1;
  }
}
