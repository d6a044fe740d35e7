/**
 * Runs Flite, a speech synthesizer that is compiled to a program for WASI. It gets its arguments and one file in memory; it can reach
 * neither the disk, the clock nor the network. Source: WASI preview 1, https://github.com/WebAssembly/WASI.
 */

import { type WasmMemory, type WasmModule, webAssembly } from "../webAssembly.ts";

/** A program ends by throwing through its WebAssembly. */
class ProgramEnd extends Error {}

const outputName = "speech.wav";
const success = 0;
const badDescriptor = 8;
const noEntry = 44;
const nowhere = 70;

/** Descriptors 0 to 2 are the standard streams, 3 is the folder of the program, 4 its one file. */
const folder = 3;
const outputFile = 4;

/**
 * @param args without the program's name and its output.
 * @returns the WAV file that it has written.
 * @throws Error: it has written none.
 */
export function runFlite(module: WasmModule, args: readonly string[]): Uint8Array {
  const output = new GrowingFile();
  const memory = new ProgramMemory();
  const words = ["flite", ...args, "-o", outputName].map((word) => Buffer.from(`${word.replaceAll("\0", " ")}\0`, "utf8"));
  const calls = { ...argumentCalls(memory, words), ...descriptorCalls(memory), ...fileCalls(memory, output) };
  const instance = new webAssembly.Instance(module, { wasi_snapshot_preview1: calls });
  const { memory: exported, _start: start } = instance.exports;
  if (!(exported instanceof webAssembly.Memory) || typeof start !== "function") throw new TypeError("The module is not a program.");
  memory.memory = exported;
  try {
    start();
  } catch (error) {
    if (!(error instanceof ProgramEnd)) throw error;
  }
  const bytes = output.bytes();
  if (bytes.length === 0) throw new Error("Flite has written no sound.");
  return bytes;
}

/** The memory of the program, whose buffer changes when it grows. */
class ProgramMemory {
  memory: WasmMemory | undefined;

  get view(): DataView {
    return new DataView(this.#buffer());
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#buffer());
  }

  /** The byte ranges that a list of `count` pairs of address and length names. */
  vectors(at: number, count: number): { from: number; length: number }[] {
    const { view } = this;
    return Array.from({ length: count }, (_, index) => ({
      from: view.getUint32(at + 8 * index, true),
      length: view.getUint32(at + 8 * index + 4, true),
    }));
  }

  #buffer(): ArrayBuffer {
    if (this.memory === undefined) throw new TypeError("The program has not started.");
    return this.memory.buffer;
  }
}

/** The file that the program writes: it goes back to write the sizes of the sound into its header. */
class GrowingFile {
  #data = new Uint8Array(1 << 16);
  #size = 0;
  position = 0;

  get size(): number {
    return this.#size;
  }

  write(bytes: Uint8Array): void {
    const end = this.position + bytes.length;
    if (end > this.#data.length) {
      const larger = new Uint8Array(Math.max(end, this.#data.length * 2));
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(bytes, this.position);
    this.position = end;
    this.#size = Math.max(this.#size, end);
  }

  bytes(): Uint8Array {
    return this.#data.subarray(0, this.#size);
  }
}

function argumentCalls(memory: ProgramMemory, words: readonly Uint8Array[]) {
  return {
    args_sizes_get(countAt: number, sizeAt: number) {
      memory.view.setUint32(countAt, words.length, true);
      memory.view.setUint32(
        sizeAt,
        words.reduce((sum, { length }) => sum + length, 0),
        true,
      );
      return success;
    },
    args_get(listAt: number, textAt: number) {
      let at = textAt;
      for (const [index, word] of words.entries()) {
        memory.view.setUint32(listAt + 4 * index, at, true);
        memory.bytes.set(word, at);
        at += word.length;
      }
      return success;
    },
    clock_time_get(_id: number, _precision: bigint, at: number) {
      memory.view.setBigUint64(at, 0n, true);
      return success;
    },
    proc_exit(): never {
      throw new ProgramEnd();
    },
  };
}

const fileTypes = { stream: 2, folder: 3, file: 4 } as const;

function descriptorCalls(memory: ProgramMemory) {
  return {
    fd_fdstat_get(descriptor: number, at: number) {
      const type = descriptor < folder ? "stream" : descriptor === folder ? "folder" : "file";
      const { view } = memory;
      view.setBigUint64(at, 0n, true);
      view.setUint8(at, fileTypes[type]);
      // All rights.
      view.setBigUint64(at + 8, 2n ** 64n - 1n, true);
      view.setBigUint64(at + 16, 2n ** 64n - 1n, true);
      return success;
    },
    fd_fdstat_set_flags: () => success,
    fd_prestat_get(descriptor: number, at: number) {
      if (descriptor !== folder) return badDescriptor;
      memory.view.setUint32(at, 0, true);
      memory.view.setUint32(at + 4, 1, true);
      return success;
    },
    fd_prestat_dir_name(_descriptor: number, at: number) {
      memory.bytes[at] = ".".charCodeAt(0);
      return success;
    },
    fd_close: () => success,
  };
}

function fileCalls(memory: ProgramMemory, output: GrowingFile) {
  return {
    path_open(
      _folder: number,
      _lookup: number,
      nameAt: number,
      nameLength: number,
      _how: number,
      _rights: bigint,
      _inherited: bigint,
      _flags: number,
      descriptorAt: number,
    ) {
      const name = Buffer.from(memory.bytes.subarray(nameAt, nameAt + nameLength)).toString("utf8");
      if (name !== outputName) return noEntry;
      memory.view.setUint32(descriptorAt, outputFile, true);
      return success;
    },
    fd_read(_descriptor: number, _vectors: number, _count: number, readAt: number) {
      memory.view.setUint32(readAt, 0, true);
      return success;
    },
    fd_write(descriptor: number, vectors: number, count: number, writtenAt: number) {
      let written = 0;
      for (const { from, length } of memory.vectors(vectors, count)) {
        if (descriptor === outputFile) output.write(memory.bytes.subarray(from, from + length));
        written += length;
      }
      memory.view.setUint32(writtenAt, written, true);
      return success;
    },
    fd_seek(descriptor: number, offset: bigint, whence: number, positionAt: number) {
      if (descriptor !== outputFile) return nowhere;
      output.position = Number(offset) + ([0, output.position, output.size][whence] ?? 0);
      memory.view.setBigUint64(positionAt, BigInt(output.position), true);
      return success;
    },
  };
}
