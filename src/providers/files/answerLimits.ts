/** How large answers of providers may be. What is larger is a mistake or an attack, and would use up the service's memory or disk. */
import type { Kind } from "../../contract/kind.ts";

const mebibyte = 1024 ** 2;

/** Bytes of an answer without a file: a list of models, the state of a task, the rest of an answer whose files were taken out. */
export const largestFacts = 4 * mebibyte;
/** Bytes of an error that are read. */
export const largestError = mebibyte / 2;
/** Bytes of one event, or of another line, of a text: it may contain an image. */
export const largestEvent = 24 * mebibyte;
/** Bytes of it that belong to no file: each needs up to ten times as much until it is known that a text is too long. */
export const largestWords = 3 * mebibyte;
/** Answers up to this many bytes, of a known length, are read in memory. Reading needs up to ten times as much. */
export const largestInMemory = 2 * mebibyte;
/** UTF-16 code units of a text with its reasoning and calls: some 200,000 tokens that arrive one by one, or 500,000 at once. */
export const longestText = 2 * mebibyte;

/** Calls of a text, each of which is compared with those before it. */
export const mostCalls = 1024;
/** Citations of a text, each of which is an event of its own. */
export const mostCitations = 5000;
/** Images of an answer, each of which is downloaded if it is a link, or is an open file. */
export const mostImages = 100;

/** Bytes of a whole answer, decompressed. An event of a text may be a hundred times as large as the token in it. */
export const largestAnswer: Readonly<Record<Kind, number>> = {
  text: 64 * mebibyte,
  image: 128 * mebibyte,
  audio: 512 * mebibyte,
  video: 4096 * mebibyte,
};

export const inMebibytes = (bytes: number) => `${bytes / mebibyte} MiB`;
