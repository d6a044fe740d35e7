import { countTokens } from "../../contract/countTokens.ts";

/** Characters that are counted at once: a token at their end may count twice. */
const blockLength = 4096;

/** Counts the tokens of a text that arrives in pieces, without keeping it. */
export class TokenCounter {
  #counted = 0;
  #end = "";

  add(piece: string): void {
    this.#end += piece;
    if (this.#end.length < blockLength) return;
    this.#counted += countTokens(this.#end);
    this.#end = "";
  }

  get tokens(): number {
    return this.#counted + countTokens(this.#end);
  }
}
