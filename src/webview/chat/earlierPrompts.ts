/** Brings earlier prompts back into the input, as a shell does. */

export interface EarlierPrompts {
  /**
   * The text for the input one step earlier or later than what it shows; undefined where the key means something else: the user has
   * written there, or there is no such prompt. `prompts`: oldest first.
   */
  step(direction: "earlier" | "later", shown: string, prompts: readonly string[]): string | undefined;
}

export function createEarlierPrompts(): EarlierPrompts {
  /** Steps from the empty input; 1 is the newest prompt. */
  let steps = 0;
  return {
    step(direction, shown, prompts) {
      if (shown !== (steps === 0 ? "" : prompts.at(-steps))) {
        if (shown !== "") return undefined;
        steps = 0;
      }
      const next = steps + (direction === "earlier" ? 1 : -1);
      if (next < 0 || next > prompts.length) return undefined;
      steps = next;
      return next === 0 ? "" : prompts.at(-next);
    },
  };
}
