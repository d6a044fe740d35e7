/** Keeps a run below the most that it may cost. */
export interface Budget {
  /** Whether another answer of a model, as dear as the dearest before it, stays within the limit; the first one where something is left of it. */
  allows(model: string): boolean;
  add(model: string, cost: number): void;
  /** Whether something was not allowed. */
  isOver(): boolean;
}

/** `most` in units of the balance; undefined: everything is allowed. */
export function createBudget(most: number | undefined): Budget {
  const dearest = new Map<string, number>();
  let spent = 0;
  let isOver = false;
  return {
    allows(model) {
      const cost = dearest.get(model);
      isOver ||= most !== undefined && (cost === undefined ? spent >= most : spent + cost > most);
      return !isOver;
    },
    add(model, cost) {
      spent += cost;
      dearest.set(model, Math.max(dearest.get(model) ?? 0, cost));
    },
    isOver: () => isOver,
  };
}
