/**
 * Reduces texts that repeat what was received to what they add: some engines send the whole text so far with each chunk, as DashScope does
 * and Gemini sometimes, and some send all of it once more at the end.
 */

import { GrowingText } from "../../output/growingText.ts";

/** From this many characters on, a last delta that begins with the whole text repeats it. A shorter one may be a doubled word such as "haha". */
const likelyLength = 3;

export class RepeatedText {
  #received = "";
  readonly #growing = new GrowingText();
  #deltas = 0;
  /** A delta that begins with the text so far, while it is not clear whether it repeats it. */
  #held: string | undefined;
  #isCumulative = false;

  get received(): string {
    return this.#received;
  }

  /** Returns what a delta adds, or "" while that is not clear. `isLast`: the reason for the end comes with it. */
  add(delta: string, isLast: boolean): string {
    if (delta === "") return "";
    if (this.#isCumulative) return this.#extend(delta);
    const held = this.#held;
    if (held !== undefined) {
      this.#held = undefined;
      this.#isCumulative = delta.startsWith(held) && (delta.length > held.length || this.#received.length >= likelyLength);
      return this.#isCumulative ? this.#extend(delta) : this.#append(held) + this.#append(delta);
    }
    const received = this.#received;
    const isRepetition = delta.length > received.length || (delta.length === received.length && this.#deltas > 1);
    if (!isRepetition || !delta.startsWith(received) || !/\p{L}/u.test(received)) return this.#append(delta);
    this.#held = delta;
    return isLast ? this.end() : "";
  }

  /** Returns what the text of a whole message adds. */
  addWhole(whole: string): string {
    const text = this.end();
    const [received, added] = [this.#received.trim(), whole.trimStart()];
    if (received !== "" && (received.endsWith(added.trimEnd()) || added.startsWith(received))) {
      const rest = added.slice(received.length);
      return text + (rest.trim() === "" ? "" : this.#append(rest));
    }
    return text + this.#append(whole);
  }

  /** Nothing follows: returns what was held back. */
  end(): string {
    const held = this.#held;
    this.#held = undefined;
    if (held === undefined) return "";
    return this.#received.length >= likelyLength ? this.#extend(held) : this.#append(held);
  }

  #append(text: string): string {
    this.#received = this.#growing.add(text);
    this.#deltas += 1;
    return text;
  }

  #extend(text: string): string {
    if (this.#received.startsWith(text)) return "";
    return this.#append(text.startsWith(this.#received) ? text.slice(this.#received.length) : text);
  }
}
