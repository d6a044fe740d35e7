/** Reads numbers of any number of bits, the highest bit first. Every method throws RangeError at the end of the bytes. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #byte: number;
  /** Bits of the byte that are read. */
  #used = 0;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#byte = from;
  }

  /** The byte that is read next, where all bits before it are read. */
  get position(): number {
    return this.#byte;
  }

  /** `count`: at most 53. */
  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; ) {
      const free = 8 - this.#used;
      const taken = Math.min(free, left);
      value = value * (1 << taken) + ((this.#current() >> (free - taken)) & ((1 << taken) - 1));
      this.#skip(taken);
      left -= taken;
    }
    return value;
  }

  /** In two's complement. */
  readSigned(count: number): number {
    const value = this.read(count);
    return count > 0 && value >= 2 ** (count - 1) ? value - 2 ** count : value;
  }

  /** Zeros before the next one, which is read too. */
  readUnary(): number {
    for (let zeros = 0; ; ) {
      const free = 8 - this.#used;
      const rest = this.#current() & ((1 << free) - 1);
      if (rest === 0) {
        zeros += free;
        this.#skip(free);
        continue;
      }
      const more = Math.clz32(rest) - (32 - free);
      this.#skip(more + 1);
      return zeros + more;
    }
  }

  /** Goes on at the next whole byte. */
  align(): void {
    if (this.#used > 0) this.#skip(8 - this.#used);
  }

  #current(): number {
    const byte = this.#bytes[this.#byte];
    if (byte === undefined) throw new RangeError("The bytes end.");
    return byte;
  }

  #skip(bits: number): void {
    this.#used += bits;
    if (this.#used < 8) return;
    this.#used = 0;
    this.#byte += 1;
  }
}
