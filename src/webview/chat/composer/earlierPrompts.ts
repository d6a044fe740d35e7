/** Recalls earlier prompts in the input, as in a shell. */

export interface EarlierPrompts {
  /**
   * The text for the input one step earlier or later. Undefined if the key has another meaning, because the user has changed the text, or
   * if there is no such prompt. `shown`: the current text. `prompts`: oldest first.
   */
  step(direction: "earlier" | "later", shown: string, prompts: readonly string[]): string | undefined;
}

export function createEarlierPrompts(): EarlierPrompts {
  /** Steps back from the empty input; 1 is the newest prompt. */
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
