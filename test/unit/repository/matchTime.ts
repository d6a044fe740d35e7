/** Measures the time of regular expressions on hostile texts. */
import { createContext, Script } from "node:vm";
import { type Attack, findAttacks } from "./attackStrings.ts";

export interface SlowMatch extends Attack {
  /** CPU time of this thread for a text of `length` characters. Infinite: it was interrupted. */
  milliseconds: number;
}

const length = 30_000;
const allowed = 50;
/** Four times the text takes four times as long in linear time, sixteen times in quadratic time. A slow machine changes both times. */
const allowedGrowth = 8;
/** On a text of this length, the allowed time is a fraction of `suspicious`, in milliseconds. */
const screenLength = 2000;
const suspicious = 0.2;
/** Milliseconds of wall-clock time until matching is interrupted for the first time: ten times the time for the texts of one expression. */
const firstPatience = 500;
/** CPU time of this thread until then, from which matching counts as too slow. Below it, other processes used the time. */
const leastWork = 400;

const context = createContext({ work: () => {} });
const script = new Script("work()");

/** Returns false if `work`, which may be repeated, had to be interrupted. Regular expressions can be interrupted too. */
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

/** Milliseconds of this thread's CPU time. */
function cpuSince(began: NodeJS.CpuUsage | undefined): number {
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

function textOf({ prefix, pump, suffix }: Attack, characters: number): string {
  return prefix + pump.repeat(Math.ceil(characters / pump.length)) + suffix;
}

/** Short texts, measured in wall-clock time, find candidates; long ones, measured in CPU time independent of other load, decide. */
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
    const milliseconds = ended ? measure(expression, suspect, length) : Number.POSITIVE_INFINITY;
    if (milliseconds === Number.POSITIVE_INFINITY) return { ...suspect, milliseconds };
    if (milliseconds > allowed && milliseconds > allowedGrowth * measure(expression, suspect, length / 4))
      return { ...suspect, milliseconds };
  }
}

/** The minimum of three, because the first may include the expression's compilation, which is far below ten times the allowed time. */
function measure(expression: RegExp, attack: Attack, characters: number): number {
  const text = textOf(attack, characters);
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
