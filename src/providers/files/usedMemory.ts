import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Bytes after which the packets that have been used are freed. An answer of more is longer than usual, and may have no end; small events leave
 * a hundred times their bytes behind.
 */
const freedAtOnce = 1024 ** 2;
/** Percent by which the heap grows before what is no longer used is freed, while a long answer is read. V8's own choice is up to 200. */
const slowGrowth = 20;

type Collect = (options: { type: "minor" | "major" }) => void;

/** Found when this is imported, which takes some milliseconds, and not while an answer arrives. */
const collect = findCollector();
/** Long answers that are being read. */
let long = 0;

/**
 * Frees what an answer leaves behind while it is read. Its packets are freed after every MiB, in less than a millisecond: V8 itself frees them
 * when 64 MiB have piled up, because it counts only the few bytes of their objects. A long answer also makes the heap grow slowly: that
 * would cost ordinary work a quarter more.
 */
export class UsedMemory {
  #received = 0;
  #isLong = false;

  /** `bytes` of the next packet. Returns what the reader waits for, if anything. */
  add(bytes: number): Promise<void> | undefined {
    const before = this.#received;
    this.#received += bytes;
    if (Math.floor(before / freedAtOnce) === Math.floor(this.#received / freedAtOnce)) return undefined;
    if (this.#isLong) {
      collect({ type: "minor" });
      return undefined;
    }
    this.#isLong = true;
    return beginLong();
  }

  /** Called when the answer is not read any more, or nothing more arrives. */
  end(): void {
    if (this.#isLong) endLong();
    this.#isLong = false;
  }
}

async function beginLong(): Promise<void> {
  long += 1;
  if (long > 1) return;
  setFlagsFromString(`--heap-growing-percent=${slowGrowth}`);
  // V8 applies the percentage to what is left by the next collection, which takes long enough for a turn of its own.
  await nextTurn();
  collect({ type: "major" });
  await nextTurn();
}

function endLong(): void {
  long -= 1;
  if (long > 0) return;
  setFlagsFromString("--heap-growing-percent=0");
}

function findCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return typeof found === "function" ? (options) => void found(options) : () => undefined;
}
