/** Asserts the height of images and videos. */
import { t } from "../../../contract/translate.ts";
import { findFaultOfCount, judgeSize, limitsOf } from "../amounts.ts";
import type { FileAssertion } from "../assertionType.ts";
import { readCsvValue } from "../texts.ts";

export const height: FileAssertion = {
  name: "height",
  description: "Each image or video is this many pixels high, or between `{ min: 512, max: 2048 }`.",
  type: { type: "choice", options: [{ type: "integer" }, limitsOf("pixels", "min", "max")] },
  about: ["image", "video"],
  readCsv: readCsvValue,
  findFault: findFaultOfCount,
  judge: ({ value, file }) => judgeSize(t("height in pixels"), file.height, value, 0),
};
