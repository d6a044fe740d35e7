/** Follows JSON that arrives in pieces, up to where a repair would begin to change it. */

/** Everything but control characters, quotes and backslashes. */
const inText = /[ !#-[\]-\uffff]+|"|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** A word is complete when something follows it. */
const outside = /[\s,:]+|["{[\]}]|(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,:\]}])/y;

/** Characters that wait for the rest of a token: no word, number or escape is longer. */
const longestWait = 400;

export class ExactJson {
  /** What was added after the last token. */
  #rest = "";
  #at = 0;
  #safe = 0;
  #depth = 0;
  #isInText = false;
  #hasComma = false;
  /** Complete, or something else than exact JSON follows. */
  #isEnded = false;

  /** How many characters of what was added are certainly the start of the JSON that was meant. */
  get safe(): number {
    return this.#safe;
  }

  /** Whether all that was added is the start of JSON that continues. */
  get isOpen(): boolean {
    return !this.#isEnded && this.#rest === "";
  }

  add(piece: string): void {
    if (this.#isEnded) return;
    const text = this.#rest + piece;
    let at = 0;
    while (!this.#isEnded) {
      const token = this.#next(text, at);
      if (token === undefined) break;
      at += token.length;
      this.#at += token.length;
      // What follows decides whether a comma is one too many.
      if (!this.#hasComma) this.#safe = this.#at;
    }
    this.#rest = text.slice(at);
    this.#isEnded ||= this.#rest.length > longestWait;
  }

  /** undefined: nothing that is exact, or not all of it has arrived. */
  #next(text: string, at: number): string | undefined {
    const pattern = this.#isInText ? inText : outside;
    pattern.lastIndex = at;
    const token = pattern.exec(text)?.[0];
    if (token === undefined) return undefined;
    if (this.#isInText) this.#isInText = token !== '"';
    else if (/^[\s,:]/.test(token)) this.#hasComma ||= token.includes(",");
    else {
      const closes = token === "}" || token === "]";
      if (closes && this.#hasComma) return undefined;
      this.#hasComma = false;
      this.#isInText = token === '"';
      if (closes) this.#depth -= 1;
      else if (token === "{" || token === "[") this.#depth += 1;
      this.#isEnded = this.#depth <= 0;
    }
    return token;
  }
}
