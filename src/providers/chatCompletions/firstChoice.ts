/** Leaves out other choices than the first, which some engines send although only one was asked for. */
import type { Chunk } from "./readChunk.ts";

/** What may wait, in UTF-16 code units: beyond, it is passed on, and counts as the answer's text. */
const longestWait = 1024 ** 2;
/** What a chunk costs beside its texts. */
const chunkCost = 400;

/**
 * Most engines number choices with the index, and some, such as text-generation-inference 1.4, tokens. Chunks with another index than the
 * first one's wait until it is clear which: the first index comes again, or the indexes grow.
 */
export class FirstChoice {
  readonly #pass: (chunk: Chunk) => void;
  readonly #onOther: () => void;
  #index: number | undefined;
  #numbers: "unknown" | "choices" | "tokens" = "unknown";
  #waiting: Chunk[] = [];
  #waitingLength = 0;

  constructor(pass: (chunk: Chunk) => void, onOther: () => void) {
    this.#pass = pass;
    this.#onOther = onOther;
  }

  /** That of the first choice; undefined: not known yet. */
  get index(): number | undefined {
    return this.#index;
  }

  add(chunk: Chunk): void {
    const { index } = chunk;
    this.#index ??= index;
    const isFirst = index === undefined || index === this.#index;
    if (this.#numbers === "tokens") this.#pass(chunk);
    else if (isFirst) {
      if (index !== undefined && this.#waiting.length > 0) {
        this.#numbers = "choices";
        this.#waiting = [];
        this.#waitingLength = 0;
        this.#onOther();
      }
      this.#pass(chunk);
    } else if (this.#numbers === "unknown") {
      const last = this.#waiting.at(-1)?.index;
      this.#waiting.push(chunk);
      this.#waitingLength += lengthOf(chunk);
      if ((last !== undefined && index > last) || this.#waitingLength > longestWait) this.#passWaiting();
    }
  }

  /** No chunk follows: nothing that was received is lost. */
  end(): void {
    if (this.#waiting.length > 0) this.#passWaiting();
  }

  #passWaiting(): void {
    this.#numbers = "tokens";
    for (const chunk of this.#waiting.splice(0)) this.#pass(chunk);
  }
}

const lengthOf = ({ text, reasoning, refusal, images, calls }: Chunk) =>
  [text, reasoning, refusal, ...images, ...calls.map((call) => call.arguments ?? "")].reduce((sum, each) => sum + each.length, chunkCost);
