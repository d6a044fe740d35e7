/** Decodes CBOR within limits. Source: RFC 8949. */

export type Cbor = number | bigint | string | boolean | null | undefined | Uint8Array | readonly Cbor[] | CborMap;
export type CborMap = ReadonlyMap<string | number, Cbor>;

const mostDepth = 32;
const mostValues = 100_000;

/** undefined: damaged, too deep or too large. Tags are ignored. */
export function decodeCbor(bytes: Uint8Array): Cbor {
  try {
    return new Decoder(bytes).next(0);
  } catch {
    return undefined;
  }
}

class Decoder {
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  #offset = 0;
  #values = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  next(depth: number): Cbor {
    this.#values += 1;
    if (depth > mostDepth || this.#values > mostValues) throw new RangeError("The CBOR is too deep or too large.");
    const initial = this.#view.getUint8(this.#offset++);
    const [major, info] = [initial >> 5, initial & 0x1f];
    if (info === 31) return this.#indefinite(major, depth);
    if (major === 7) return this.#simple(info);
    const value = this.#argument(info);
    switch (major) {
      case 0:
        return value;
      case 1:
        return typeof value === "bigint" ? -1n - value : -1 - value;
      case 2:
        return this.#take(value);
      case 3:
        return Buffer.from(this.#take(value)).toString("utf8");
      case 4:
        return Array.from({ length: this.#count(value) }, () => this.next(depth + 1));
      case 5:
        return new Map(Array.from({ length: this.#count(value) }, () => this.#entry(depth)));
      default:
        return this.next(depth + 1);
    }
  }

  #argument(info: number): number | bigint {
    if (info < 24) return info;
    const [offset, width] = [this.#offset, 2 ** (info - 24)];
    if (width > 8) throw new RangeError("The CBOR is damaged.");
    this.#offset += width;
    if (width === 1) return this.#view.getUint8(offset);
    if (width === 2) return this.#view.getUint16(offset);
    if (width === 4) return this.#view.getUint32(offset);
    const value = this.#view.getBigUint64(offset);
    return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  }

  /** Decodes booleans; anything else becomes null, including floating-point numbers, which no field that we read has. */
  #simple(info: number): Cbor {
    if (info === 20 || info === 21) return info === 21;
    if (info > 23) this.#offset += 2 ** (info - 24);
    return null;
  }

  #take(length: number | bigint): Uint8Array {
    const end = this.#offset + Number(length);
    if (end > this.#bytes.length) throw new RangeError("The CBOR is damaged.");
    const taken = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return taken;
  }

  /** A count cannot exceed the remaining bytes, because each value has at least one. */
  #count(value: number | bigint): number {
    if (Number(value) > Math.min(this.#bytes.length - this.#offset, mostValues)) throw new RangeError("The CBOR is damaged.");
    return Number(value);
  }

  #entry(depth: number): [string | number, Cbor] {
    const key = this.next(depth + 1);
    return [typeof key === "number" ? key : String(key), this.next(depth + 1)];
  }

  /** Reads until the break. */
  #indefinite(major: number, depth: number): Cbor {
    const parts: Cbor[] = [];
    const entries: [string | number, Cbor][] = [];
    while (this.#view.getUint8(this.#offset) !== 0xff) {
      if (major === 5) entries.push(this.#entry(depth));
      else parts.push(this.next(depth + 1));
    }
    this.#offset += 1;
    switch (major) {
      case 2:
        return Buffer.concat(parts.filter((part) => part instanceof Uint8Array));
      case 3:
        return parts.filter((part) => typeof part === "string").join("");
      case 4:
        return parts;
      case 5:
        return new Map(entries);
      default:
        throw new RangeError("The CBOR is damaged.");
    }
  }
}
