/** The journal in; tasks that nobody follows any more, claimed for this process where it can reach their service, out. */
import type { ServiceClient } from "../client/serviceClient.ts";
import type { Journal } from "./journal.ts";
import type { Lease } from "./lease.ts";
import { messageOf } from "./readFailure.ts";
import type { Clock, TasksLog } from "./tasks.ts";

/** A service that this process could not reach is asked for again after this time. */
const unreachableMilliseconds = 30_000;

export interface TakeoverOptions {
  journal: Journal;
  lease: Lease;
  client: (baseUrl: string) => Promise<ServiceClient | undefined>;
  clock: Clock;
  log: TasksLog | undefined;
  /** This process owns the task now. */
  onClaimed: (key: string, baseUrl: string) => void;
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

  /** Buries dead processes and claims what is free. One look at a time. */
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
    this.#unreachableUntil.set(baseUrl, this.#options.clock.now() + unreachableMilliseconds);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#claiming;
  }

  async #claim(): Promise<void> {
    const { journal, lease, client, clock, onClaimed, onProcesses } = this.#options;
    onProcesses(lease.buryTheDead());
    for (const baseUrl of journal.owners.unownedServices()) {
      if ((this.#unreachableUntil.get(baseUrl) ?? 0) > clock.now()) continue;
      const reached = await client(baseUrl).catch(() => undefined);
      if (this.#isClosed) return;
      if (reached === undefined) {
        this.markUnreachable(baseUrl);
        continue;
      }
      lease.hold();
      for (const key of journal.owners.claim(baseUrl, lease.owner)) onClaimed(key, baseUrl);
    }
  }
}
