/** Follows a text in Markdown that arrives in pieces, to see whether it ends within code. */
export class CodeMarks {
  #isFenced = false;
  #line = "";

  copy(): CodeMarks {
    const copy = new CodeMarks();
    copy.#isFenced = this.#isFenced;
    copy.#line = this.#line;
    return copy;
  }

  add(text: string): this {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.#line += text.slice(start, end);
      this.#isFenced = this.#isFenced !== isFence(this.#line);
      this.#line = "";
      start = end + 1;
    }
    this.#line += start === 0 ? text : text.slice(start);
    return this;
  }

  /** Whether its last line has nothing but white space so far. */
  get isAtLineStart(): boolean {
    return this.#line.trim() === "";
  }

  get isOpen(): boolean {
    return this.#isFenced !== isFence(this.#line) || (this.#line.match(/`/g)?.length ?? 0) % 2 === 1;
  }
}

const isFence = (line: string) => /^[ \t]*(?:```|~~~)/.test(line);
