/** Follows JSON that arrives in pieces, up to where a repair would begin to change it. */

/** Everything but control characters, quotes and backslashes. */
const inText = /[ !#-[\]-\uffff]+|"|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** A word is complete when something follows it. */
const outside = /[\s,:]+|["{[\]}]|(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,:\]}])/y;

export class ExactJson {
  #at = 0;
  #safe = 0;
  #depth = 0;
  #isInText = false;
  #hasComma = false;
  #isEnded = false;

  /** How many characters of `text`, which continues the text of the last call, are certainly the start of the JSON that was meant. */
  advance(text: string): number {
    while (!this.#isEnded) {
      const token = this.#next(text);
      if (token === undefined) break;
      this.#at += token.length;
      // What follows decides whether a comma is one too many.
      if (!this.#hasComma) this.#safe = this.#at;
    }
    return this.#safe;
  }

  /** undefined: nothing that is exact, or not all of it has arrived. */
  #next(text: string): string | undefined {
    const pattern = this.#isInText ? inText : outside;
    pattern.lastIndex = this.#at;
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
