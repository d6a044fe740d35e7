/** Characters that are joined at once. */
const blockLength = 4096;
/** What was read last, so that the reading is not left out as useless. */
let _read = 0;

/**
 * A text that grows by small pieces. V8 joins the pieces of a string only when it is read, and needs 32 bytes for each until then, ten times
 * as much as for a word: here they are joined block by block. Joining all of a long text again and again would leave much to free.
 */
export class GrowingText {
  #blocks = "";
  #end = "";

  /** V8 joins it when a character of it is read, and not here. */
  get text(): string {
    return this.#blocks + this.#end;
  }

  /** Returns the text with the piece. */
  add(piece: string): string {
    this.#end += piece;
    if (this.#end.length >= blockLength) {
      _read ^= this.#end.charCodeAt(this.#end.length - 1);
      this.#blocks += this.#end;
      this.#end = "";
    }
    return this.text;
  }
}
