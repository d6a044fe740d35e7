/** Measures how long regular expressions work on hostile texts. */
import { createContext, Script } from "node:vm";
import { type Attack, findAttacks } from "./attackStrings.ts";

export interface SlowMatch extends Attack {
  /** Of this thread's CPU, for a text of `length` characters. Infinite: it was given up. */
  milliseconds: number;
}

const length = 30_000;
const allowed = 50;
/** On a text of this length, what is allowed above takes a fraction of `suspicious`, in milliseconds. */
const screenLength = 2000;
const suspicious = 0.2;
/** Milliseconds on the clock after which matching is interrupted for the first time. It is ten times what the texts for one expression take. */
const firstPatience = 500;
/** Of this thread's CPU until then, after which it is given up. With less, the machine has done something else meanwhile. */
const leastWork = 400;

const context = createContext({ work: () => {} });
const script = new Script("work()");

/** Returns false when `work`, which may be begun again, had to be ended. Regular expressions heed that too. */
function endsInTime(work: () => void): boolean {
  context.work = work;
  for (let patience = firstPatience; ; patience *= 2) {
    const began = process.threadCpuUsage();
    try {
      script.runInContext(context, { timeout: patience });
      return true;
    } catch (error) {
      if (typeof error !== "object" || error === null || !("code" in error) || error.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      if (cpuSince(began) >= leastWork) return false;
    }
  }
}

/** Milliseconds of this thread's CPU. */
function cpuSince(began: NodeJS.CpuUsage | undefined): number {
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

function textOf({ prefix, pump, suffix }: Attack, characters: number): string {
  return prefix + pump.repeat(Math.ceil(characters / pump.length)) + suffix;
}

/** Short texts on the clock find what may be slow; long ones in CPU time, which a busy machine does not change, decide. */
export function findSlowMatch(pattern: string, flags: string): SlowMatch | undefined {
  const expression = new RegExp(pattern, flags);
  const attacks = [...findAttacks(pattern, flags)];
  let next = 0;
  for (;;) {
    let suspect: Attack | undefined;
    const ended = endsInTime(() => {
      for (suspect = attacks[next]; suspect !== undefined; suspect = attacks[next]) {
        const text = textOf(suspect, screenLength);
        const began = performance.now();
        text.replace(expression, "");
        if (performance.now() - began > suspicious) return;
        next += 1;
      }
    });
    if (suspect === undefined) return undefined;
    next += 1;
    const milliseconds = ended ? measure(expression, suspect) : Number.POSITIVE_INFINITY;
    if (milliseconds > allowed) return { ...suspect, milliseconds };
  }
}

/** The least of three, as the first may include the expression's compilation, which is far from ten times what is allowed. */
function measure(expression: RegExp, attack: Attack): number {
  const text = textOf(attack, length);
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3; times += 1) {
    let began: NodeJS.CpuUsage | undefined;
    const ended = endsInTime(() => {
      began = process.threadCpuUsage();
      text.replace(expression, "");
    });
    if (!ended) break;
    least = Math.min(least, cpuSince(began));
    if (least <= allowed || least > 10 * allowed) break;
  }
  return least;
}
