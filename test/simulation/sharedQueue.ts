/** A queue that distributes tasks at least once, as pg-boss does. */
import type { Kind } from "../../src/contract/kind.ts";
import { defaultWorkers } from "../../src/service/queue/taskQueue.ts";
import type { Machine, Schedule } from "./schedule.ts";

interface Entry {
  id: string;
  kind: Kind;
  /** The service that works on it, as far as the queue knows. */
  taker: Machine | undefined;
}

export class SharedQueue {
  readonly #schedule: Schedule;
  #entries: Entry[] = [];
  readonly #kinds = new Map<string, Kind>();
  readonly #workers = new Map<Machine, (id: string) => Promise<void>>();

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  add(id: string, kind: Kind): void {
    this.#kinds.set(id, kind);
    this.#entries.push({ id, kind, taker: undefined });
  }

  addAgain(id: string): void {
    this.add(id, this.#kinds.get(id) ?? "image");
  }

  addWorker(machine: Machine, work: (id: string) => Promise<void>): void {
    this.#workers.set(machine, work);
  }

  removeWorker(machine: Machine): void {
    this.#workers.delete(machine);
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Gives a task to a service. false: there is none to give, or no service that takes one. */
  distribute(): boolean {
    for (const entry of this.#entries) if (entry.taker?.isAlive === false) entry.taker = undefined;
    const waiting = this.#entries.filter(({ taker }) => taker === undefined);
    const entry = this.#schedule.pick(waiting);
    const takers = [...this.#workers].filter(([machine]) => machine.isAlive && entry && this.#hasRoom(machine, entry.kind));
    const taker = this.#schedule.pick(takers);
    if (!entry || !taker) return false;
    const [machine, work] = taker;
    entry.taker = machine;
    this.#schedule.trace.push(`${machine.name} gets ${entry.id} from the queue`);
    const remove = () => {
      if (entry.taker === machine) this.#entries = this.#entries.filter((other) => other !== entry);
    };
    this.#schedule
      .as(machine, () => work(entry.id))
      .then(remove, () => {
        entry.taker = undefined;
      });
    return true;
  }

  /** The heartbeat of a service came too late: its task is distributed again. */
  loseHeartbeat(): void {
    const taken = this.#schedule.pick(this.#entries.filter(({ taker }) => taker !== undefined));
    if (taken) taken.taker = undefined;
  }

  #hasRoom(machine: Machine, kind: Kind): boolean {
    return this.#entries.filter((entry) => entry.kind === kind && entry.taker === machine).length < defaultWorkers[kind];
  }
}
