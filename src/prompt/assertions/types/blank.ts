/** Asserts a file without visible or audible content. */
import { mediaKinds } from "../../../contract/kind.ts";
import { t } from "../../../contract/translate.ts";
import { expectFound } from "../amounts.ts";
import type { FileAssertion } from "../assertionType.ts";
import { unknownFinding } from "../finding.ts";
import { findNoSwitch, readCsvSwitch } from "../texts.ts";

export const blank: FileAssertion = {
  name: "blank",
  description:
    "`true`: each image and video has a single colour, each sound is silence. Usually negated: `not-blank: true`. PNG, JPEG, WebP, AVIF, WAV, MP3, FLAC and Opus are decoded; other formats are judged by how small they are compressed.",
  type: { type: "boolean" },
  about: mediaKinds,
  readCsv: readCsvSwitch,
  findFault: findNoSwitch,
  judge({ value, file }) {
    if (file.isBlank === undefined)
      return unknownFinding(t("Whether the file is blank cannot be told from its format: {0}", file.format || "?"));
    const expected = value === false ? t("a file that is not blank") : t("a file that is blank");
    return expectFound(file.isBlank === (value !== false), expected, file.isBlank ? t("a blank one") : t("one that is not"));
  },
};
