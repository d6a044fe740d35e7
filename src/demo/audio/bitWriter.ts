/** Writes numbers of any width in bits to bytes, most significant bit first. */

export interface BitWriter {
  /** The lowest `width` bits of a value below 2³²; `width` from 0 to 24. */
  write(value: number, width: number): void;
  /** `count` zeros and a one. */
  writeUnary(count: number): void;
  /** All bytes, the last one filled up with zeros. */
  finish(): Uint8Array;
}

export function createBitWriter(): BitWriter {
  let bytes = new Uint8Array(1024);
  let length = 0;
  let pending = 0;
  let pendingBits = 0;

  function push(byte: number): void {
    if (length === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[length] = byte;
    length += 1;
  }

  function write(value: number, width: number): void {
    for (let left = width; left > 0; ) {
      const taken = Math.min(left, 8 - pendingBits);
      pending = (pending << taken) | ((value >>> (left - taken)) & ((1 << taken) - 1));
      pendingBits += taken;
      left -= taken;
      if (pendingBits < 8) continue;
      push(pending);
      pending = 0;
      pendingBits = 0;
    }
  }

  return {
    write,
    writeUnary(count) {
      for (let left = count; left > 0; left -= 16) write(0, Math.min(16, left));
      write(1, 1);
    },
    finish() {
      if (pendingBits > 0) write(0, 8 - pendingBits);
      return bytes.slice(0, length);
    },
  };
}
