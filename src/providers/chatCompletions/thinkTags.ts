/** Separates reasoning in tags at the start of an answer from its text. Sources: DeepSeek-R1, Qwen3, Magistral, Kimi-VL, Seed-OSS, OpenThinker, Command A, gpt-oss. */

/** Opening tags in lower case, and the tags that close them. */
const tags: ReadonlyMap<string, string> = new Map([
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["[think]", "[/think]"],
  ["◁think▷", "◁/think▷"],
  ["<seed:think>", "</seed:think>"],
  ["<reasoning>", "</reasoning>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|start_thinking|>", "<|end_thinking|>"],
  // The markup of gpt-oss, if its engine does not read it.
  ["<|channel|>analysis<|message|>", "<|end|><|start|>assistant<|channel|>final<|message|>"],
]);
/** The tag that a template opens in the prompt, so that the answer only closes it. */
const closingAlone = ["</think>", "[/think]", "◁/think▷", "</seed:think>"];
const longestTag = Math.max(...[...tags.values()].map((tag) => tag.length));

export type ThinkPiece =
  | { type: "text" | "reasoning"; text: string }
  /** All text before this piece was reasoning, although it was already passed on as text. */
  | { type: "textWasReasoning" };

export interface ThinkOptions {
  /** The model usually closes a tag that it did not open: its text is held back until it does. */
  holdsText: boolean;
  emit(piece: ThinkPiece): void;
}

/** A tag is recognised at the start of the answer, and not in code. Everything after the reasoning is text. */
export class ThinkTags {
  readonly #emit: ThinkOptions["emit"];
  #holdsText: boolean;
  /**
   * - `start`: nothing but white space has arrived.
   * - `thinking`: after an opening tag.
   * - `unmarked`: text without an opening tag, which may be reasoning.
   * - `text`: nothing more is examined.
   */
  #state: "start" | "thinking" | "unmarked" | "text" = "start";
  #closing = "";
  /** What is not decided yet. */
  #held = "";
  /** Texts that have been decided except for a closing tag in the same packet. */
  #waiting: string[] = [];
  /** The text since the start, to see whether a closing tag is in code. */
  #unmarked = "";
  #hasPassedText = false;
  #hasThought = false;
  /** Whether a closing tag without an opening one was found. */
  closedUnopened = false;

  constructor({ holdsText, emit }: ThinkOptions) {
    this.#holdsText = holdsText;
    this.#emit = emit;
  }

  /** The engine itself separates the reasoning of this model. */
  reasoningIsSeparate(): void {
    this.#holdsText = false;
  }

  add(text: string): void {
    switch (this.#state) {
      case "text":
        this.#emit({ type: "text", text });
        return;
      case "start":
        this.#readStart(this.#held + text);
        return;
      case "thinking":
        this.#readThought(this.#held + text);
        return;
      case "unmarked":
        this.#readUnmarked(text);
    }
  }

  /** Passes on what has arrived together, unless the model's text is held back. */
  endPacket(): void {
    if (!this.#holdsText) this.#releaseWaiting();
  }

  end(): void {
    const held = this.#held;
    this.#held = "";
    if (this.#state === "thinking") this.#emitReasoning(held);
    else if (this.#state === "unmarked") {
      const closing = closingAlone.find((tag) => held.toLowerCase() === tag);
      if (closing !== undefined && !isInCode(this.#unmarked)) this.#closeUnmarked("");
      else this.#keepText(held);
    } else if (held !== "" && !(this.#hasThought && held.trim() === "")) this.#emit({ type: "text", text: held });
    this.#releaseWaiting();
  }

  #readStart(text: string): void {
    this.#held = "";
    const start = text.trimStart();
    const lower = start.slice(0, longestTag).toLowerCase();
    for (const [opening, closing] of tags) {
      if (lower.startsWith(opening)) {
        this.#state = "thinking";
        this.#hasThought = true;
        this.#closing = closing;
        this.#readThought(start.slice(opening.length));
        return;
      }
    }
    const couldOpen = start === "" || [...tags.keys()].some((opening) => opening.startsWith(lower) && start.length < opening.length);
    if (couldOpen) {
      this.#held = text;
      return;
    }
    this.#state = this.#hasThought ? "text" : "unmarked";
    this.add(this.#hasThought ? start : text);
  }

  /** `text` includes what was held back. */
  #readThought(text: string): void {
    this.#held = "";
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(this.#closing); at >= 0; at = lower.indexOf(this.#closing, at + 1)) {
      const end = at + this.#closing.length;
      if (text[at - 1] === "`" && text[end] === "`") continue;
      this.#emitReasoning(text.slice(0, at).trimEnd());
      this.#state = "start";
      this.#isThoughtBegun = false;
      if (end < text.length) this.#readStart(text.slice(end));
      return;
    }
    // White space at the end may be followed by the closing tag.
    const kept = text.length - heldLength(lower, [this.#closing]);
    const end = text.slice(0, kept).trimEnd().length;
    this.#held = text.slice(end);
    this.#emitReasoning(text.slice(0, end));
  }

  #isThoughtBegun = false;

  #emitReasoning(text: string): void {
    const shown = this.#isThoughtBegun ? text : text.trimStart();
    if (shown === "") return;
    this.#isThoughtBegun = true;
    this.#emit({ type: "reasoning", text: shown });
  }

  #readUnmarked(added: string): void {
    const text = this.#held + added;
    if (this.#held === "" && !/[<[◁]/.test(text)) {
      this.#keepText(text);
      return;
    }
    this.#held = "";
    const lower = text.toLowerCase();
    for (const closing of closingAlone) {
      for (let at = lower.indexOf(closing); at >= 0; at = lower.indexOf(closing, at + 1)) {
        const rest = text.slice(at + closing.length);
        if (rest === "") {
          // What follows decides.
          this.#keepText(text.slice(0, at));
          this.#held = text.slice(at);
          return;
        }
        if (!endsThought(rest) || isInCode(this.#unmarked + text.slice(0, at))) continue;
        this.#keepText(text.slice(0, at));
        this.#closeUnmarked(rest);
        return;
      }
    }
    const kept = text.length - heldLength(lower, closingAlone);
    this.#held = text.slice(kept);
    this.#keepText(text.slice(0, kept));
  }

  #keepText(text: string): void {
    if (text === "") return;
    this.#unmarked += text;
    this.#waiting.push(text);
  }

  #releaseWaiting(): void {
    if (this.#waiting.length === 0) return;
    this.#hasPassedText = true;
    for (const text of this.#waiting.splice(0)) this.#emit({ type: "text", text });
  }

  /** The text so far was reasoning: what has not been passed on yet is passed on as such. */
  #closeUnmarked(rest: string): void {
    this.closedUnopened = true;
    this.#hasThought = true;
    this.#state = "start";
    if (this.#hasPassedText) {
      this.#releaseWaiting();
      this.#emit({ type: "textWasReasoning" });
    } else {
      this.#waiting = [];
      this.#emitReasoning(this.#unmarked.trimEnd());
    }
    if (rest !== "") this.#readStart(rest);
  }
}

/** How many characters at the end may be the start of one of the tags. */
function heldLength(lower: string, closings: readonly string[]): number {
  for (let length = Math.min(longestTag, lower.length); length > 0; length -= 1) {
    const end = lower.slice(-length);
    if (closings.some((closing) => closing.startsWith(end))) return length;
  }
  return 0;
}

/** A sentence about the tag continues in the same line after a space, or with punctuation. */
const endsThought = (rest: string) => /^[ \t]*(?:\r?\n|$)|^[^\s.,;:!?'"`)\]}<*_]/.test(rest);

function isInCode(before: string): boolean {
  const fences = before.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0;
  if (fences % 2 === 1) return true;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}
