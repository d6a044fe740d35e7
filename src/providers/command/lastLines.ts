import { stripVTControlCharacters } from "node:util";

/** At most this many bytes at the end of what a program writes are read, and lines of them shown. */
const readBytes = 16 * 1024;
const shownLines = 3;

/** Adds to the end of what a program has written, and forgets what is before it. */
export const addToEnd = (end: Buffer, chunk: Uint8Array): Buffer<ArrayBuffer> => Buffer.concat([end, chunk]).subarray(-readBytes - 1);

/** The last lines of text that a program has written, as a terminal shows them. */
export function lastLines(written: Buffer): string {
  const text = stripVTControlCharacters(written.subarray(-readBytes).toString());
  // The first word may be the end of a key.
  const whole = written.byteLength > readBytes ? text.replace(/^\S*/, "") : text;
  return whole
    .split("\n")
    .map(shownPart)
    .filter((line) => line !== "" && isText(line))
    .slice(-shownLines)
    .map((line) => line.replace(/\p{Cc}/gu, " "))
    .join("\n");
}

/** A program that shows its progress writes a line again after a carriage return. */
const shownPart = (line: string) =>
  line
    .split("\r")
    .findLast((part) => part.trim() !== "")
    ?.trim() ?? "";

/** Bytes that are not text are decoded to replacement and control characters. */
const isText = (line: string) => (line.match(/[\uFFFD\p{Cc}]/gu)?.length ?? 0) * 10 <= line.length;
