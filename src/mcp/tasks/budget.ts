/** Agents' spending limits, in units of the balance: for this session, and for today together with all other agents on the same journal. */

import { budgetCode } from "../../client/errors/ownCodes.ts";
import { ServiceError } from "../../client/serviceError.ts";
import { writeAmount } from "../../contract/writeAmount.ts";
import type { RequestCost } from "../../generations/journal/costTable.ts";
import type { Tasks } from "../../generations/tasks.ts";
import type { AgentOptions } from "../agentStudio.ts";

interface Spent {
  amount: number;
  /** Number of requests in progress whose cost is unknown. */
  unknown: number;
}

/** The reservation of one request, made before it is recorded. */
export interface Reservation {
  /** The estimated cost; undefined: unknown. */
  readonly estimate: number | undefined;
  /** The key of its request in the journal, once there is one. */
  key: string | undefined;
  /** Must be called while no other process can write. @throws ServiceError that names the budget */
  admit(tasks: Tasks): void;
  /** Must be called if the request was not sent. */
  release(): void;
}

/** What is known of an admitted request. */
interface Known {
  cost: number | undefined;
  isRunning: boolean;
}

export class AgentBudget {
  readonly #limits: AgentOptions["budget"];
  readonly #admitted = new Map<Reservation, Known>();
  readonly #unit: string;

  constructor({ budget: limits, unit }: Pick<AgentOptions, "budget" | "unit">) {
    this.#unit = unit;
    this.#limits = limits;
  }

  /** Whether today's tasks must be kept until tomorrow for their costs. */
  get isDaily(): boolean {
    return this.#limits.day !== undefined;
  }

  reserve(estimate: number | undefined): Reservation {
    const reservation: Reservation = {
      estimate,
      key: undefined,
      admit: (tasks) => {
        this.#check(tasks, estimate);
        this.#admitted.set(reservation, { cost: undefined, isRunning: true });
      },
      release: () => void this.#admitted.delete(reservation),
    };
    return reservation;
  }

  /** Must be called before a task is removed from the journal. Stores the costs of this session's tasks, so that it still counts. */
  noteCosts(tasks: Tasks): void {
    this.#spentInSession(tasks);
  }

  #check(tasks: Tasks, estimate: number | undefined): void {
    const { session, day } = this.#limits;
    // What costs nothing in this unit, such as the demo, exceeds no budget.
    if (estimate === 0) return;
    if (session !== undefined)
      check(`The budget of this session (--max-cost ${session})`, session, this.#spentInSession(tasks), estimate, this.#unit);
    if (day === undefined) return;
    const { amount, unknown } = tasks.costs.ofAgents(startOfDay(), this.#unit);
    check(`The budget of this day (--max-cost-per-day ${day})`, day, { amount, unknown }, estimate, this.#unit);
  }

  #spentInSession(tasks: Tasks): Spent {
    const spent = { amount: 0, unknown: 0 };
    for (const [{ key, estimate }, known] of this.#admitted) {
      const task = key === undefined || known.cost !== undefined ? undefined : tasks.costs.of(key);
      // A removed task has no cost any more that could become known.
      if (key !== undefined) known.isRunning = task?.isRunning === true;
      if (task !== undefined) {
        known.cost = this.#amountOf(task);
      }
      spent.amount += known.cost ?? estimate ?? 0;
      if (known.isRunning && known.cost === undefined && estimate === undefined) spent.unknown += 1;
    }
    return spent;
  }

  /** In the unit of the budget: a cost in another unit does not count. undefined: not known yet. */
  #amountOf({ amount, unit }: RequestCost): number | undefined {
    return unit !== undefined && unit !== this.#unit ? 0 : amount;
  }
}

function check(name: string, limit: number, { amount, unknown }: Spent, estimate: number | undefined, unit: string): void {
  const left = limit - amount;
  if (left <= 0) throw refused(`${name} is used up. Spent or reserved: ${writeAmount(amount, unit)}.`);
  if (estimate !== undefined && estimate > left)
    throw refused(
      `${name} does not suffice: the request may cost ${writeAmount(estimate, unit)}, and the rest is ${writeAmount(left, unit)}.`,
    );
  if (unknown > 0)
    throw refused(`${name} does not allow it now: a request is under way whose cost is not known before it ends. Try again then.`);
}

function refused(message: string): ServiceError {
  return new ServiceError({ kind: "insufficientQuota", code: budgetCode, message: `${message} Nothing was sent.` });
}

function startOfDay(): number {
  return new Date().setHours(0, 0, 0, 0);
}
