/** Asserts the format of files. */

import type { FieldType } from "../../../contract/fieldType.ts";
import { formatsThat } from "../../../contract/fileFormats.ts";
import { mediaKinds } from "../../../contract/kind.ts";
import { t } from "../../../contract/translate.ts";
import { expectFound } from "../amounts.ts";
import type { FileAssertion } from "../assertionType.ts";
import { findEmptyTexts, readCsvValue, toTexts } from "../texts.ts";

const fileFormat: FieldType = {
  type: "string",
  values: [...formatsThat("isCommon").filter((name) => name !== "ogg" && name !== "weba"), "jpeg", "heic"],
};

export const format: FileAssertion = {
  name: "format",
  description: "Each file has this format, such as `png`, or one of `[png, webp]`.",
  type: { type: "choice", options: [fileFormat, { type: "list", element: fileFormat }] },
  about: mediaKinds,
  readCsv: readCsvValue,
  findFault: findEmptyTexts,
  judge({ value, file }) {
    const wanted = toTexts(value).map((one) => one.toLowerCase().replace("jpeg", "jpg"));
    const found = file.format || t("a format that is not known");
    return expectFound(wanted.includes(file.format), t("a format {0}", wanted.join(" / ")), found, wanted.join(" / "));
  },
};
