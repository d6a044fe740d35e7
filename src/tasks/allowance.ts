/**
 * The permission to send what one action of the user asks for. Whatever sends in the editor requires it, and only the check of the budget
 * makes one, so nothing is sent unchecked, and an action asks at most once.
 */
import { abortedError } from "../client/http/pause.ts";
import { BudgetExceeded, requireWithin, type Spending } from "./spending.ts";

/** Asks the user. Resolves with whether the budget may be exceeded. */
type Ask = (exceeded: BudgetExceeded) => Promise<boolean>;

export class Allowance {
  readonly #ask: Ask;
  readonly #rest: number;
  /** undefined: the user was not asked yet. */
  #answer: Promise<boolean> | undefined;
  #isAgreed = false;

  private constructor(spendings: readonly Spending[], ask: Ask) {
    this.#ask = ask;
    this.#rest = Math.min(...spendings.map(({ limit, spent }) => limit - spent));
  }

  /**
   * Asks if the estimate, of everything that the action asks for, exceeds a budget; undefined: nothing is known of it. Resolves with undefined
   * if the user does not want to exceed the budget; then nothing may be sent.
   */
  static async check(spendings: readonly Spending[], estimate: number | undefined, ask: Ask): Promise<Allowance | undefined> {
    const allowance = new Allowance(spendings, ask);
    try {
      requireWithin(spendings, estimate);
      return allowance;
    } catch (error) {
      return (await allowance.#mayExceed(error)) ? allowance : undefined;
    }
  }

  /** Whether the user has agreed to exceed the budget. */
  get isAgreed(): boolean {
    return this.#isAgreed;
  }

  /** How much the action may cost, in the unit of the budget. */
  get most(): number {
    return this.#isAgreed ? Number.POSITIVE_INFINITY : this.#rest;
  }

  /**
   * Submits a task. `admit` is for the transaction that records it: another window may have spent the rest of the budget after the check. `check`
   * throws `BudgetExceeded` if so. Throws ServiceError `aborted` if the user does not want to exceed the budget; then nothing was sent.
   */
  async submit<Result>(check: () => void, submit: (admit: () => void) => Promise<Result>): Promise<Result> {
    const admit = () => {
      if (!this.#isAgreed) check();
    };
    try {
      return await submit(admit);
    } catch (error) {
      if (!(await this.#mayExceed(error))) throw abortedError();
      return submit(admit);
    }
  }

  /** @throws `error` if it has another reason. */
  async #mayExceed(error: unknown): Promise<boolean> {
    if (!(error instanceof BudgetExceeded)) throw error;
    this.#answer ??= this.#ask(error);
    this.#isAgreed = await this.#answer;
    return this.#isAgreed;
  }
}
