/**
 * The permission to send what one action of the user asks for. Whatever sends in the editor requires it, and only the check of the budget
 * makes one. `AllowedRequests` checks each request again while it is recorded. An action asks at most once.
 */
import { BudgetExceeded, requireWithin, type Spending } from "./spending.ts";

/** Asks the user. Resolves with whether the budget may be exceeded. */
type Ask = (exceeded: BudgetExceeded) => Promise<boolean>;

export class Allowance {
  readonly #ask: Ask;
  readonly #rest: number;
  /** undefined: the user was not asked yet. */
  #answer: Promise<boolean> | undefined;
  #isAgreed = false;
  readonly #requests = new Set<string>();

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

  /** The keys of the action's requests. */
  get requests(): ReadonlySet<string> {
    return this.#requests;
  }

  note(request: string): void {
    this.#requests.add(request);
  }

  /**
   * Records a request. `admit` is for the transaction of `record`: another window may have spent the rest of the budget after the action was
   * allowed. `check` throws `BudgetExceeded` if so, and this function too if the user does not agree; then nothing was recorded.
   */
  async record<Result>(check: () => void, record: (admit: () => void) => Promise<Result>): Promise<Result> {
    const admit = () => {
      if (!this.#isAgreed) check();
    };
    try {
      return await record(admit);
    } catch (error) {
      if (!(await this.#mayExceed(error))) throw error;
      return record(admit);
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
