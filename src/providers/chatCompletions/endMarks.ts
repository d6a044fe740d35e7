/**
 * Leaves out the marks with which templates end a text, if an engine does not know that its model has them. They are text anywhere else, and
 * after a space or a quote, as in a sentence about them. Sources: the templates of Qwen, Llama 3, Gemma, DeepSeek, OpenChat and GPT-NeoX.
 */

const marks = [
  ...["<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|end_of_text|>", "<|endoftext|>", "<|end_of_turn|>", "<end_of_turn>"],
  "<｜end▁of▁sentence｜>",
];

/** A model that writes its mark again and again writes text. */
const mostMarks = 4;

export class EndMarks {
  /** What may be marks at the end. */
  #held = "";
  /** The last character that was passed on. */
  #last = "";

  /** Returns what is certainly text. */
  add(added: string): string {
    const text = this.#held + added;
    const start = text.includes("<") ? startOfMarks(text) : text.length;
    this.#held = text.slice(start);
    if (start > 0) this.#last = text.charAt(start - 1);
    return text.slice(0, start);
  }

  /** No text follows: returns what was held back and is no mark. */
  end(): string {
    const held = this.#held;
    this.#held = "";
    const isMark = this.#last !== "" && !/[ \t"'`]/.test(this.#last) && marks.some((mark) => held.trimEnd().endsWith(mark));
    return isMark ? "" : held;
  }
}

/** Where marks begin that end the text, the last of which may be incomplete; its length if there are none. */
function startOfMarks(text: string): number {
  let start = text.length;
  let at = text.lastIndexOf("<");
  for (let found = 0; at >= 0 && found < mostMarks; found += 1) {
    const one = text.slice(at, start).trimEnd();
    const isLast = start === text.length;
    if (!marks.some((mark) => mark === one || (isLast && mark.startsWith(one)))) break;
    start = at;
    at = at === 0 ? -1 : text.lastIndexOf("<", at - 1);
  }
  return start;
}
