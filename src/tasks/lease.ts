/** The journal in; which processes live, and which of their tasks this one may take, out. */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Journal, OwnerBeat } from "./journal.ts";
import type { TaskFailure } from "./task.ts";
import type { Clock } from "./tasks.ts";

/** Between two heartbeats, and between two looks at the heartbeats of others. */
export const beatMilliseconds = 2000;
/** A process that is silent for longer is dead. With the beat and the look this stays within 15 s. */
export const silenceMilliseconds = 9000;

export const interruptedSubmission: TaskFailure = {
  kind: "connectionLost",
  message: "The window closed before the service answered: the task may have been accepted, and billed.",
  code: undefined,
};

export class Lease {
  /** This process's name in the journal; new for each start. */
  readonly owner = randomUUID();
  readonly #journal: Journal;
  readonly #clock: Clock;
  #timer: NodeJS.Timeout | undefined;
  #isHeld = false;

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** Beats from now on; before a process writes its name on a task. */
  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#journal.beat(this.owner, this.#clock.now());
    this.#timer = setInterval(() => this.#journal.beat(this.owner, this.#clock.now()), beatMilliseconds);
    this.#timer.unref();
  }

  /** Beats no more, and leaves every task to others. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    clearInterval(this.#timer);
    this.#journal.release(this.owner, interruptedSubmission, this.#clock.now());
  }

  /** Frees the tasks of dead processes, so that any process can claim them. @returns how many processes live. */
  buryTheDead(): number {
    const now = this.#clock.now();
    let living = 0;
    for (const beat of this.#journal.owners()) {
      if (beat.owner !== this.owner && isDead(beat, now)) this.#journal.release(beat.owner, interruptedSubmission, now);
      else living += 1;
    }
    return Math.max(living, 1);
  }
}

function isDead(beat: OwnerBeat, now: number): boolean {
  if (now - beat.beatAt > silenceMilliseconds) return true;
  return beat.host === hostname() && !processExists(beat.processId);
}

function processExists(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // EPERM: it exists, and is another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
