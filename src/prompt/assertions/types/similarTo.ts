/** Asserts the similarity to a file. */
import { endingsThat } from "../../../contract/fileFormats.ts";
import { t } from "../../../contract/translate.ts";
import { expectFound } from "../amounts.ts";
import type { FileAssertion } from "../assertionType.ts";
import { compareFingerprints, compareSounds } from "../compareFingerprints.ts";
import { unknownFinding } from "../finding.ts";
import type { ExpectedFile, TestedFile } from "../testedAnswer.ts";
import { findMissingText, readCsvText, textType } from "../texts.ts";

/** Copies of other sizes and qualities are above this; other images of the same subject, and the same words in another voice, are below. */
const similarEnough = 0.8;

export const similarTo: FileAssertion = {
  name: "similarTo",
  description: "Each image or sound is similar to that of this file, whose path is relative to the document. Not for videos.",
  type: textType,
  threshold: { description: "the lowest similarity, from 0 to 1, by default 0.8", minimum: 0, maximum: 1 },
  about: ["image", "audio"],
  comparesWith: new RegExp(`\\.(?:${endingsThat("isDecoded").join("|")})$`, "i"),
  readCsv: readCsvText,
  findFault: findMissingText,
  judge({ value, threshold = similarEnough, file, expected }) {
    const address = String(value);
    if (expected === undefined) return unknownFinding(t("The file {0} cannot be read.", address));
    const similarity = findSimilarity(file, expected);
    if (similarity === undefined) return unknownFinding(describeIncomparable(file, address, expected));
    const wanted = t("a similarity to {0} of at least {1}", address, threshold);
    const found = expectFound(similarity >= threshold, wanted, String(similarity));
    return { ...found, compared: { expected: address, actual: file.path } };
  },
};

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

function describeIncomparable(file: TestedFile, address: string, expected: ExpectedFile): string {
  const isKnown = ({ fingerprint, soundFingerprint }: ExpectedFile) => fingerprint !== undefined || soundFingerprint !== undefined;
  if (!isKnown(expected)) return t("The file {0} is not an image in PNG, JPEG or WebP, or a sound in WAV, MP3, FLAC or Opus.", address);
  if (!isKnown(file))
    return t(
      "A file of the format {0} cannot be compared, only an image in PNG, JPEG or WebP, or a sound in WAV, MP3, FLAC or Opus.",
      file.format || "?",
    );
  return t("An image cannot be compared with a sound: {0}.", address);
}
