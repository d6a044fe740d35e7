/** Reads bytes in parts, from a file of any size or from memory. */
import { open } from "node:fs/promises";

export interface ByteSource {
  readonly size: number;
  /** Returns fewer bytes than `length` at the end of the source. */
  read(offset: number, length: number): Promise<Buffer>;
}

export interface FileSource extends ByteSource {
  close(): Promise<void>;
}

/** Bytes that are read ahead, so that reading many small headers needs few calls. */
const window = 64 * 1024;

/** @throws the file system's error */
export async function openFileSource(path: string): Promise<FileSource> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    let held = Buffer.alloc(0);
    let heldFrom = 0;
    return {
      size,
      async read(offset, length) {
        const wanted = Math.max(0, Math.min(length, size - offset));
        if (offset >= heldFrom && offset + wanted <= heldFrom + held.length)
          return held.subarray(offset - heldFrom, offset - heldFrom + wanted);
        const target = Buffer.allocUnsafe(Math.min(Math.max(wanted, window), size - offset));
        let filled = 0;
        while (filled < target.length) {
          const { bytesRead } = await file.read(target, filled, target.length - filled, offset + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        held = target.subarray(0, filled);
        heldFrom = offset;
        return held.subarray(0, wanted);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function sourceOfBytes(bytes: Uint8Array): ByteSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { size: buffer.length, read: async (offset, length) => buffer.subarray(offset, offset + length) };
}
