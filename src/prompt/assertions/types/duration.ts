/** Asserts the length of sounds and videos. */
import { t } from "../../../contract/translate.ts";
import { findFaultOfCount, judgeSize, limitsOf } from "../amounts.ts";
import type { FileAssertion } from "../assertionType.ts";
import { readCsvValue } from "../texts.ts";

/** Lengths that differ by at most this many seconds count as equal. */
const sameLength = 0.1;

export const duration: FileAssertion = {
  name: "duration",
  description: "Each sound or video is this many seconds long, to a tenth, or between `{ min: 1, max: 10 }`.",
  type: { type: "choice", options: [{ type: "number" }, limitsOf("seconds", "min", "max")] },
  about: ["audio", "video"],
  readCsv: readCsvValue,
  findFault: findFaultOfCount,
  judge: ({ value, file }) => judgeSize(t("duration in seconds"), file.duration, value, sameLength),
};
