/** Asserts the size of files. */
import { mediaKinds } from "../../../contract/kind.ts";
import { t } from "../../../contract/translate.ts";
import { findFaultOfCount, judgeSize, limitsOf } from "../amounts.ts";
import type { FileAssertion } from "../assertionType.ts";
import { readCsvValue } from "../texts.ts";

export const bytes: FileAssertion = {
  name: "bytes",
  description: "`{ max: 500000 }`: the size of each file.",
  type: limitsOf("bytes", "min", "max"),
  about: mediaKinds,
  readCsv: readCsvValue,
  findFault: findFaultOfCount,
  judge: ({ value, file }) => judgeSize(t("number of bytes"), file.bytes, value, 0),
};
