/** Asserts the loudness of sounds. */
import { t } from "../../../contract/translate.ts";
import { findFaultOfLimits, judgeSize, limitsOf } from "../amounts.ts";
import type { FileAssertion } from "../assertionType.ts";
import { readCsvValue } from "../texts.ts";

export const loudness: FileAssertion = {
  name: "loudness",
  description: "`{ min: -24, max: -14 }`: of each sound in WAV, MP3, FLAC or Opus, in LUFS (ITU-R BS.1770); −70 and less is silence.",
  type: limitsOf("LUFS", "min", "max"),
  about: ["audio"],
  readCsv: readCsvValue,
  findFault: findFaultOfLimits,
  judge: ({ value, file: { loudness: found } }) =>
    judgeSize(t("loudness in LUFS"), found === undefined ? undefined : Number(found.toFixed(1)), value, 0),
};
