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
/** Milliseconds on the clock after which matching is given up. It is forty times what the texts for one expression take. */
const patience = 2000;

const context = createContext({ work: () => {} });
const script = new Script("work()");

/** Returns false when `work` had to be ended. Regular expressions heed that too. */
function endsInTime(work: () => void): boolean {
  context.work = work;
  try {
    script.runInContext(context, { timeout: patience });
    return true;
  } catch (error) {
    if (typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}

function textOf({ prefix, pump, suffix }: Attack, characters: number): string {
  return prefix + pump.repeat(Math.ceil(characters / pump.length)) + suffix;
}

/** Short texts on the clock find what may be slow; long ones in CPU time, which a busy machine does not change, decide. */
export function findSlowMatch(pattern: string, flags: string): SlowMatch | undefined {
  const expression = new RegExp(pattern, flags);
  const attacks = findAttacks(pattern, flags).values();
  for (;;) {
    let suspect: Attack | undefined;
    const ended = endsInTime(() => {
      for (const attack of attacks) {
        suspect = attack;
        const text = textOf(attack, screenLength);
        const began = performance.now();
        text.replace(expression, "");
        if (performance.now() - began > suspicious) return;
      }
      suspect = undefined;
    });
    if (suspect === undefined) return undefined;
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
    const { user, system } = process.threadCpuUsage(began);
    least = Math.min(least, (user + system) / 1000);
    if (least <= allowed || least > 10 * allowed) break;
  }
  return least;
}
