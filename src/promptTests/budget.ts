/** Keeps the costs of a run below a limit. */
export interface Budget {
  /**
   * Whether another answer of a model, at the model's highest cost so far, stays within the limit. A model's first answer is allowed if
   * some of the limit is left.
   */
  allows(model: string): boolean;
  add(model: string, cost: number): void;
  /** Whether an answer was not allowed. */
  isOver(): boolean;
}

/** `most`: undefined: no limit. `counts`: whether the costs of a model are in the unit of the limit; default: they are. */
export function createBudget(most: number | undefined, counts: (model: string) => boolean = () => true): Budget {
  const highestCosts = new Map<string, number>();
  let spent = 0;
  let isOver = false;
  return {
    allows(model) {
      if (!counts(model)) return true;
      const cost = highestCosts.get(model);
      isOver ||= most !== undefined && (cost === undefined ? spent >= most : spent + cost > most);
      return !isOver;
    },
    add(model, cost) {
      if (!counts(model)) return;
      spent += cost;
      highestCosts.set(model, Math.max(highestCosts.get(model) ?? 0, cost));
    },
    isOver: () => isOver,
  };
}
