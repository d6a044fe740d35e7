/** Counts what an answer has beside files, without decoding it. */

/** Runs of base64 with fewer bytes are words. */
const shortestFile = 1024;
const [backslash, letterU] = [0x5c, 0x75];

/** The bytes of base64, and of the escapes within it. */
const isDigit = Uint8Array.from({ length: 256 }, (_, byte) => Number(/[\w+/=\\-]/.test(String.fromCharCode(byte))));

export class WordCounter {
  /** Bytes that belong to no file. */
  bytes = 0;
  /** Bytes since the last one that is not base64. */
  #run = 0;
  #last = 0;

  add(piece: Uint8Array): void {
    let run = this.#run;
    let words = this.bytes;
    let last = this.#last;
    for (const byte of piece) {
      // "\u6c34": a text in escapes has no other bytes.
      if (isDigit[byte] === 1 && !(byte === letterU && last === backslash)) run += 1;
      else {
        words += run < shortestFile ? run + 1 : 1;
        run = 0;
      }
      last = byte;
    }
    this.#run = run;
    this.bytes = words;
    this.#last = last;
  }
}
