/** Decodes one JSON string that arrives in pieces to unescaped UTF-8. */
import { badAnswer } from "./badAnswer.ts";

export interface JsonStringReader {
  /**
   * Continues reading at `start` and passes on what it read; the memory is reused afterwards.
   * @returns The index after the closing quote, or -1 if the string continues in the next bytes. Throws `badAnswer`.
   */
  read(bytes: Buffer, start: number, take: (characters: Buffer) => void): number;
}

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;

/** The second byte of each two-byte escape, and the byte that it represents (RFC 8259, 7). */
const simpleEscapes: ReadonlyMap<number, number> = new Map([
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
]);

/** The code unit of an escape from its bytes after the backslash; undefined if the escape is incomplete. */
function readEscape(bytes: readonly number[]): number | undefined {
  const [first] = bytes;
  if (first === undefined) return undefined;
  if (first !== letterU) {
    const simple = simpleEscapes.get(first);
    if (simple === undefined) throw badAnswer("The service's answer is not JSON.");
    return simple;
  }
  if (bytes.length < 5) return undefined;
  const digits = String.fromCharCode(...bytes.slice(1));
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw badAnswer("The service's answer is not JSON.");
  return Number.parseInt(digits, 16);
}

/** Reads one string at a time; after a closing quote, it is ready for the next. */
export function createJsonStringReader(): JsonStringReader {
  /** The bytes of an incomplete escape after its backslash. */
  let escapeBytes: number[] | undefined;
  /** The first half of a surrogate pair; the second half must follow as an escape. */
  let high = "";
  let scratch = Buffer.allocUnsafe(0);

  /** Reads a string with escapes: copies the runs between them, so that the receiver gets one piece. */
  function readEscaped(bytes: Buffer, start: number, take: (characters: Buffer) => void): number {
    // A surrogate pair that began in earlier bytes may decode to more bytes than are read here.
    if (scratch.length < bytes.length + 8) scratch = Buffer.allocUnsafe(bytes.length + 8);
    let filled = 0;
    const add = (unit: number) => {
      if (unit < 0x80 && high === "") {
        scratch[filled] = unit;
        filled += 1;
        return;
      }
      const text = high + String.fromCharCode(unit);
      high = "";
      if (unit >= 0xd800 && unit <= 0xdbff && text.length === 1) high = text;
      else filled += scratch.write(text, filled);
    };
    let at = start;
    let end = -1;
    while (at < bytes.length && end < 0) {
      const byte = bytes[at];
      if (escapeBytes) {
        escapeBytes.push(byte ?? 0);
        at += 1;
        const unit = readEscape(escapeBytes);
        if (unit === undefined) continue;
        escapeBytes = undefined;
        add(unit);
      } else if (byte === backslash) {
        escapeBytes = [];
        at += 1;
      } else if (byte === quote) {
        end = at + 1;
      } else {
        high = "";
        const runEnd = endOfRun(bytes, at);
        filled += bytes.copy(scratch, filled, at, runEnd);
        at = runEnd;
      }
    }
    take(scratch.subarray(0, filled));
    return end;
  }

  return {
    read(bytes, start, take) {
      if (escapeBytes === undefined && high === "") {
        const quoteAt = bytes.indexOf(quote, start);
        const backslashAt = bytes.indexOf(backslash, start);
        if (backslashAt < 0 || (quoteAt >= 0 && quoteAt < backslashAt)) {
          take(bytes.subarray(start, quoteAt < 0 ? bytes.length : quoteAt));
          return quoteAt < 0 ? -1 : quoteAt + 1;
        }
      }
      const end = readEscaped(bytes, start, take);
      if (end >= 0) high = "";
      return end;
    },
  };
}

/** The end of the plain characters from `start`: a quote, a backslash or the end of the bytes. */
function endOfRun(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote && bytes[at] !== backslash) at += 1;
  return at;
}
