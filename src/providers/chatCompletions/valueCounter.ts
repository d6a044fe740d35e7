/** Counts the values of JSON that arrives in pieces, without decoding it: those in texts are not counted. */
const [quote, backslash, comma, openBracket, openBrace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

export class ValueCounter {
  values = 0;
  #isInText = false;
  #isEscaped = false;

  add(json: Uint8Array): void {
    for (const byte of json) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === quote) this.#isInText = !this.#isInText;
      else if (this.#isInText) this.#isEscaped = byte === backslash;
      else if (byte === comma || byte === openBracket || byte === openBrace) this.values += 1;
    }
  }
}
