/** The journal in; which processes live, and which of their tasks this one may take, out. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Journal } from "./journal.ts";
import type { OwnerBeat } from "./ownerTable.ts";
import { messageOf } from "./readFailure.ts";
import type { TaskFailure } from "./task.ts";
import type { Clock, TasksLog } from "./tasks.ts";

/** Between two heartbeats. */
const beatMilliseconds = 2000;
/** A process that is silent for longer is dead. With a look every second, its tasks are taken over within 15 s. */
const silenceMilliseconds = 9000;
/** A process that did not look for so long was asleep, and so were the others: they get time for a beat before they count as dead. */
const sleepMilliseconds = 5000;

const interruptedSubmission: TaskFailure = {
  kind: "connectionLost",
  message: "The window closed before the service answered: the task may have been accepted, and billed.",
  code: undefined,
};

export class Lease {
  /** This process's name in the journal; new for each start. */
  readonly owner = randomUUID();
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #log: TasksLog | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lookedAt: number | undefined;
  #silenceCountsFrom = 0;

  constructor(journal: Journal, clock: Clock, log: TasksLog | undefined) {
    this.#journal = journal;
    this.#clock = clock;
    this.#log = log;
  }

  /** Beats from now on; to be called before this process writes its name on a task. */
  hold(): void {
    if (this.#timer !== undefined) return;
    this.#journal.owners.beat(this.owner, this.#clock.now());
    this.#timer = setInterval(() => this.#beat(), beatMilliseconds);
    this.#timer.unref();
  }

  /** Beats no more, and leaves every task to others. */
  release(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#journal.owners.release(this.owner, interruptedSubmission, this.#clock.now());
  }

  /** Frees the tasks of dead processes, so that any process can claim them. @returns how many processes follow tasks, this one included. */
  buryTheDead(): number {
    const now = this.#clock.now();
    if (this.#lookedAt !== undefined && now - this.#lookedAt > sleepMilliseconds) this.#silenceCountsFrom = now + beatMilliseconds + 1000;
    this.#lookedAt = now;
    let others = 0;
    for (const beat of this.#journal.owners.list()) {
      if (beat.owner === this.owner) continue;
      if (this.#isDead(beat, now)) this.#journal.owners.release(beat.owner, interruptedSubmission, now);
      else others += 1;
    }
    return others + 1;
  }

  #isDead(beat: OwnerBeat, now: number): boolean {
    if (beat.host === hostname() && !processExists(beat.processId)) return true;
    return now >= this.#silenceCountsFrom && now - beat.beatAt > silenceMilliseconds;
  }

  #beat(): void {
    try {
      this.#journal.owners.beat(this.owner, this.#clock.now());
    } catch (error) {
      this.#log?.warn(`The journal of tasks refuses a heartbeat: ${messageOf(error)}`);
    }
  }
}

function processExists(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // EPERM: it exists, and is another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
