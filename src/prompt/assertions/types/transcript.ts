/** Asserts the words of sounds. */
import { t } from "../../../contract/translate.ts";
import { mapField } from "../amounts.ts";
import type { PlainValue } from "../assertion.ts";
import type { FileAssertion } from "../assertionType.ts";
import { isMap, write } from "../finding.ts";
import { findEmptyTexts, readPlain, texts, textType } from "../texts.ts";
import { judgeTranscript } from "../transcript.ts";

export const transcript: FileAssertion = {
  name: "transcript",
  description:
    "The `transcriber` finds these words in each sound. `{ contains: lighthouse }`: these words, or each of a list, occur in it.",
  type: {
    type: "choice",
    options: [
      textType,
      {
        type: "map",
        fields: [mapField("contains", "Words that are spoken, or several of them.", { type: "choice", options: [textType, texts] }, true)],
      },
    ],
  },
  threshold: {
    description: "the highest word error rate (wrong, missing and added words), by default 0.2",
    minimum: 0,
    maximum: Number.POSITIVE_INFINITY,
  },
  about: ["audio"],
  asks: "transcriber",
  readCsv: (cell, threshold) => ({ value: readWords(cell), threshold }),
  findFault(value) {
    if (!isMap(value)) return Array.isArray(value) ? t("{0} is not a text.", write(value)) : undefined;
    return value.contains === undefined ? t("It needs words, or `contains`.") : findEmptyTexts(value.contains);
  },
  judge: ({ value, threshold, transcript: heard }) => judgeTranscript(heard, value, threshold),
};

/** Words may look like JSON, but only a map is. */
function readWords(cell: string): PlainValue {
  const read = readPlain(cell);
  return isMap(read) ? read : cell;
}
