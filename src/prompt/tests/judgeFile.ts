/** Judges a generated file by one assertion. */

import type { FilledAssertion, PlainValue } from "./assertion.ts";
import { compareFingerprints } from "./compareFingerprints.ts";
import { compareSounds } from "./compareSounds.ts";
import { type Finding, invalidLimits, readLimits, unknownFinding } from "./finding.ts";
import { judgeTranscript, type Transcript } from "./transcript.ts";

/** Properties of a generated file for assertions; undefined if its format does not provide them. */
export interface TestedFile {
  /** Short name, such as `png`. */
  format: string;
  bytes: number;
  /** Pixels. */
  width: number | undefined;
  height: number | undefined;
  /** Seconds. */
  duration: number | undefined;
  isBlank: boolean | undefined;
  /** In LUFS; minus infinity for silence. */
  loudness: number | undefined;
  /** Perceptual hash of an image, in hexadecimal digits. */
  fingerprint: string | undefined;
  /** Perceptual hash of a sound, in hexadecimal digits, with `-` for silence. */
  soundFingerprint: string | undefined;
  /** Of its content, in hexadecimal digits; undefined if it was measured by a version that did not store it. */
  sha256: string | undefined;
  /** Where it was saved. */
  path: string | undefined;
}

/** The file that a generated one is compared with. */
export type ExpectedFile = Pick<TestedFile, "fingerprint" | "soundFingerprint">;

/** Lengths that differ by at most this many seconds count as equal. */
const sameLength = 0.1;

/** Other data for assertions about a file. */
interface FileKnowledge {
  /** For `similarTo`; undefined: the file cannot be read. */
  expected?: ExpectedFile | undefined;
  /** For `transcript`; undefined: no model was asked. */
  transcript?: Transcript | undefined;
}

/** undefined: the assertion is not about files. */
export function judgeFile({ name, value, threshold }: FilledAssertion, file: TestedFile, known: FileKnowledge = {}): Finding | undefined {
  switch (name) {
    case "width":
    case "height":
      return judgeSize(`${name} in pixels`, file[name], value, 0);
    case "duration":
      return judgeSize("duration in seconds", file.duration, value, sameLength);
    case "bytes":
      return judgeSize("number of bytes", file.bytes, value, 0);
    case "format": {
      const wanted = (Array.isArray(value) ? value : [value]).map((one) => String(one).toLowerCase().replace("jpeg", "jpg"));
      return describe(wanted.includes(file.format), "format", wanted.join(" or "), file.format || "a format that is not known");
    }
    case "blank":
      if (file.isBlank === undefined)
        return unknownFinding(`Whether a file of the format ${file.format || "it has"} is blank cannot be told.`);
      return describe(
        file.isBlank === (value !== false),
        "file",
        value === false ? "that is not blank" : "that is blank",
        file.isBlank ? "a blank one" : "one that is not",
      );
    case "loudness":
      return judgeSize("loudness in LUFS", file.loudness === undefined ? undefined : Number(file.loudness.toFixed(1)), value, 0);
    case "similarTo":
      return judgeSimilarity(file, String(value), known.expected, threshold ?? similarEnough);
    case "transcript":
      return judgeTranscript(known.transcript, value, threshold);
    default:
      return undefined;
  }
}

/** Copies of other sizes and qualities are above this; other images of the same subject, and the same words in another voice, are below. */
const similarEnough = 0.8;

function judgeSimilarity(file: TestedFile, address: string, expected: ExpectedFile | undefined, threshold: number): Finding {
  if (expected === undefined) return unknownFinding(`The file ${address} cannot be read.`);
  const similarity = findSimilarity(file, expected);
  if (similarity === undefined) return unknownFinding(describeIncomparable(file, address, expected));
  const found = describe(similarity >= threshold, "similarity", `to ${address} of at least ${threshold}`, String(similarity));
  return { ...found, compared: { expected: address, actual: file.path } };
}

/** undefined: the files are not two images or two sounds. */
function findSimilarity(one: ExpectedFile, other: ExpectedFile): number | undefined {
  const alike =
    one.fingerprint !== undefined && other.fingerprint !== undefined
      ? compareFingerprints(one.fingerprint, other.fingerprint)
      : one.soundFingerprint !== undefined && other.soundFingerprint !== undefined
        ? compareSounds(one.soundFingerprint, other.soundFingerprint)
        : undefined;
  return alike === undefined ? undefined : Number(alike.toFixed(2));
}

/** The comparable formats. */
const comparable = "an image in PNG, JPEG or WebP, or a sound in WAV, MP3, FLAC or Opus";

function describeIncomparable(file: TestedFile, address: string, expected: ExpectedFile): string {
  const isKnown = ({ fingerprint, soundFingerprint }: ExpectedFile) => fingerprint !== undefined || soundFingerprint !== undefined;
  if (!isKnown(expected)) return `The file ${address} is not ${comparable}.`;
  if (!isKnown(file)) return `A file of the format ${file.format || "it has"} cannot be compared, only ${comparable}.`;
  return `An image cannot be compared with a sound: ${address}.`;
}

/** A single number is the exact value. */
function judgeSize(what: string, found: number | undefined, value: PlainValue, tolerance: number): Finding {
  if (found === undefined) return unknownFinding(`The ${what} is not known.`);
  if (typeof value === "number") return describe(Math.abs(found - value) <= tolerance, what, `of ${value}`, String(found));
  const { min, max } = readLimits(value) ?? {};
  const limits = [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])];
  if (limits.length === 0) return invalidLimits(value);
  const isPassed = (min === undefined || found >= min) && (max === undefined || found <= max);
  return describe(isPassed, what, `of ${limits.join(" and ")}`, String(found));
}

function describe(isPassed: boolean, what: string, expected: string, actual: string): Finding {
  return { isPassed, message: `Expected a ${what} ${expected}. Got: ${actual}`, difference: { expected, actual } };
}
