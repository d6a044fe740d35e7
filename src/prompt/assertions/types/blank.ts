/** Asserts a file without visible or audible content. */
import { mediaKinds } from "../../../contract/kind.ts";
import { describeFile } from "../amounts.ts";
import type { FileAssertion } from "../assertionType.ts";
import { unknownFinding } from "../finding.ts";
import { findNoSwitch, readCsvSwitch } from "../texts.ts";

export const blank: FileAssertion = {
  name: "blank",
  description:
    "`true`: each image and video has a single colour, each sound is silence. Usually negated: `not-blank: true`. PNG, JPEG, WebP, AVIF, WAV, MP3, FLAC and Opus are decoded; other formats are judged by how small they are compressed.",
  type: { type: "boolean" },
  threshold: undefined,
  about: mediaKinds,
  readCsv: readCsvSwitch,
  findFault: findNoSwitch,
  judge({ value, file }) {
    if (file.isBlank === undefined)
      return unknownFinding(`Whether a file of the format ${file.format || "it has"} is blank cannot be told.`);
    const expected = value === false ? "that is not blank" : "that is blank";
    return describeFile(file.isBlank === (value !== false), "file", expected, file.isBlank ? "a blank one" : "one that is not");
  },
};
