/** Asserts the width of images and videos. */
import { t } from "../../../contract/translate.ts";
import { findFaultOfCount, judgeSize, limitsOf } from "../amounts.ts";
import type { FileAssertion } from "../assertionType.ts";
import { readCsvValue } from "../texts.ts";

export const width: FileAssertion = {
  name: "width",
  description: "Each image or video is this many pixels wide, or between `{ min: 512, max: 2048 }`.",
  type: { type: "choice", options: [{ type: "integer" }, limitsOf("pixels", "min", "max")] },
  about: ["image", "video"],
  readCsv: readCsvValue,
  findFault: findFaultOfCount,
  judge: ({ value, file }) => judgeSize(t("width in pixels"), file.width, value, 0),
};
