/** Runs the asynchronous steps of simulated processes one at a time, in an order that a seed determines. */
import { AsyncLocalStorage } from "node:async_hooks";

/** A process: nothing that it waits for happens after it was killed. */
export interface Machine {
  readonly name: string;
  isAlive: boolean;
  /** Whether the others see that it is alive: its connection to the database may be lost. */
  isSeen: boolean;
}

/** How a step ends: `lost` is carried out, but its caller gets an error; `failed` is not carried out. */
export type StepEnd = "done" | "lost" | "failed";

export interface StepOptions<Result> {
  kind: "store" | "provider" | "wait" | "message";
  name: string;
  /** Default: the one whose code is running. */
  machine?: Machine | undefined;
  signal?: AbortSignal | null | undefined;
  work(): Promise<Result> | Result;
}

export interface Step {
  readonly kind: StepOptions<unknown>["kind"];
  readonly name: string;
  readonly machine: Machine | undefined;
  run(end: StepEnd): Promise<void>;
}

/** mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const running = new AsyncLocalStorage<Machine>();

export class Schedule {
  readonly random: () => number;
  /** What has happened, for the message of a failure. */
  readonly trace: string[] = [];
  /** Unix milliseconds. */
  now = Date.UTC(2026, 0, 1, 12);
  #steps: Step[] = [];
  #intervals: { machine: Machine | undefined; callback: () => void }[] = [];

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Runs code as that process. */
  as<Result>(machine: Machine, work: () => Result): Result {
    return running.run(machine, work);
  }

  /** Resolves when the schedule has carried out the step; never, if its process is killed. */
  step<Result>({ kind, name, machine = running.getStore(), signal, work }: StepOptions<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (machine?.isAlive === false) return promise;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const leave = () => {
      this.#steps = this.#steps.filter((other) => other !== step);
      reject(signal?.reason);
    };
    const step: Step = {
      kind,
      name,
      machine,
      run: async (end) => {
        signal?.removeEventListener("abort", leave);
        const broken = new Error("The connection ended.");
        if (end === "failed") return reject(broken);
        const working = (async () => work())();
        const done = await working.then(
          (result) => () => resolve(result),
          (error: unknown) => () => reject(error),
        );
        if (machine?.isAlive === false) return;
        if (end === "lost") reject(broken);
        else done();
      },
    };
    signal?.addEventListener("abort", leave, { once: true });
    this.#steps.push(step);
    return promise;
  }

  repeat(callback: () => void): object {
    const interval = { machine: running.getStore(), callback };
    this.#intervals.push(interval);
    return interval;
  }

  stopRepeating(interval: unknown): void {
    this.#intervals = this.#intervals.filter((other) => other !== interval);
  }

  /** Lets the repeated work of one process begin again. */
  tick(machine: Machine): void {
    for (const interval of this.#intervals.filter((other) => other.machine === machine)) this.as(machine, interval.callback);
  }

  kill(machine: Machine): void {
    machine.isAlive = false;
    machine.isSeen = false;
    this.#steps = this.#steps.filter((step) => step.machine !== machine);
    this.#intervals = this.#intervals.filter((interval) => interval.machine !== machine);
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** Carries out a step, and everything that follows from it without another step. */
  async run(step: Step, end: StepEnd): Promise<void> {
    this.#steps = this.#steps.filter((other) => other !== step);
    this.trace.push(`${step.machine?.name ?? "client"} ${step.name}${end === "done" ? "" : ` (${end})`}`);
    this.now += 1 + this.below(1000);
    await step.run(end);
    await this.settle();
  }

  /** Waits until every process waits for a step. */
  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}
