/** Asserts the web pages that an answer cites. */
import { t } from "../../../contract/translate.ts";
import { findContradiction, findUselessLimits, type Limits, limitFields, mapField, readLimits } from "../amounts.ts";
import type { PlainValue } from "../assertion.ts";
import type { AnswerAssertion } from "../assertionType.ts";
import { isMap, write } from "../finding.ts";
import { readCsvValue, texts, toTexts } from "../texts.ts";

export const citations: AnswerAssertion = {
  name: "citations",
  description:
    "`{ min: 1, max: 5, hosts: [example.com] }`: the number of web pages that the answer cites, and hosts that are among them. Without `min`, at least one.",
  type: {
    type: "map",
    fields: [...limitFields("citations", { type: "integer" }, "min", "max"), mapField("hosts", "Each of these hosts is cited.", texts)],
  },
  about: "answer",
  readCsv: readCsvValue,
  findFault(value) {
    const limits = readCitations(value);
    if (limits === undefined) return t("{0} is neither a number nor `min`, `max` and `hosts`.", write(value));
    const names = isMap(value) && toTexts(value.hosts ?? []).length > 0;
    return findContradiction(limits) ?? (names ? undefined : findUselessLimits(limits));
  },
  judge({ value, answer }) {
    const { max, min = max === 0 ? 0 : 1 } = readCitations(value) ?? {};
    const hosts = answer.citations.map((address) => (/^https?:/i.test(address) ? hostOf(address) : ""));
    const wanted = isMap(value) ? toTexts(value.hosts ?? []) : [];
    const missing = wanted.filter((host) => !hosts.includes(hostOf(host)));
    const isPassed = answer.citations.length >= min && (max === undefined || answer.citations.length <= max) && missing.length === 0;
    const range = max === undefined ? t("at least {0} citations", min) : t("{0} to {1} citations", min, max);
    const expected = missing.length === 0 ? range : t("{0} with {1}", range, missing.join(", "));
    const message = t("Expected {0}. Got: {1}", expected, answer.citations.join(", ") || t("none"));
    return { isPassed, message, difference: { expected, actual: answer.citations.join("\n") } };
  },
};

/** Of a host's name, or an address. */
function hostOf(written: string): string {
  return /^(?:https?:\/\/)?(?:[^/@]*@)?([^/:?#]+)/i.exec(written)?.[1]?.toLowerCase() ?? "";
}

/** A single number is the maximum; an empty text, from a CSV file, sets no limits. */
function readCitations(value: PlainValue): Limits | undefined {
  if (value === "") return {};
  if (typeof value === "number") return { max: value };
  return readLimits(value);
}
