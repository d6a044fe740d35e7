/** Diagnoses a parsed document: returns all diagnostics in text order. Never throws. */

import { takesAny } from "../contract/acceptedValues.ts";
import { addedFieldOf, mainTextField } from "../contract/fields.ts";
import { kindOfV2Type, kindTable } from "../contract/kind.ts";
import { t } from "../contract/translate.ts";
import { checkModel } from "./check/checkModel.ts";
import { checkNamedFiles } from "./check/checkNamedFiles.ts";
import { checkStyles } from "./check/checkStyles.ts";
import { checkTests } from "./check/checkTests.ts";
import { checkTurns } from "./check/checkTurns.ts";
import { checkDigits, checkValue, listValues, shortenValue } from "./check/checkValue.ts";
import { checkVariables } from "./check/checkVariables.ts";
import { checkWebAddresses } from "./check/checkWebAddresses.ts";
import { findAcceptedValues } from "./check/findAcceptedValues.ts";
import { emptyDocument } from "./compile/emptyDocument.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { diagnostic } from "./diagnostic.ts";
import type { Facts } from "./facts.ts";
import { documentFields, findField, findForeignField } from "./fields/documentFields.ts";
import type { PromptDocument } from "./parse/promptDocument.ts";
import { readText } from "./parse/promptDocument.ts";
import type { FrontMatterEntry } from "./text/frontMatter.ts";
import { findEntry } from "./text/frontMatter.ts";
import { didYouMean, suggestNames } from "./text/suggestNames.ts";
import type { TextRange } from "./text/textRange.ts";

export function diagnose(document: PromptDocument, facts: Facts): Diagnostic[] {
  // The same as when it runs, without the fields that are missing too.
  if (document.text.trim() === "") return [diagnostic("missingPrompt", findHeading(document), emptyDocument())];
  const foreign = findForeignFrontMatter(document);
  if (foreign !== undefined) return [foreign];
  const errors = (document.frontMatter?.errors ?? []).map((error) =>
    diagnostic(error.code, error.range, error.message, error.subject === undefined ? {} : { subject: error.subject }),
  );
  const found = [
    ...errors,
    ...document.fields.entries.flatMap((entry) => checkEntry(document, entry)),
    ...checkRequired(document),
    ...checkMainText(document),
    ...checkKindAndType(document),
    ...checkOwnModel(document, facts),
    ...checkSeen(document, facts),
    ...checkListed(document, facts),
    ...checkStopPhrases(document),
    ...checkNamedFiles(document, facts),
    ...checkStyles(document, facts),
    ...checkWebAddresses(document),
    ...checkVariables(document, facts),
    ...checkTurns(document),
    ...checkTests(document, facts),
  ];
  return withoutConsequences(document, found).sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}

/** The front matter of other programs, of which everything else would only be a consequence. */
function findForeignFrontMatter(document: PromptDocument): Diagnostic | undefined {
  if (document.frontMatter !== undefined) return undefined;
  const range = findHeading(document);
  const heading = document.text.slice(range.start, range.end).trimEnd();
  if (/^---+[ \t]*ya?ml$/i.test(heading) || /^----+$/.test(heading)) {
    return diagnostic("foreignFrontMatter", range, t("The front matter begins and ends with a line `---` alone."), {
      suggestions: ["---"],
    });
  }
  const language = /^\+\+\+/.test(heading) ? "TOML" : /^---+[ \t]*(toml|json)$/i.exec(heading)?.[1]?.toUpperCase();
  const isJson = /^(?:;;;|\{)$/.test(heading) && /^[ \t]*"(?:model|kind)"[ \t]*:/m.test(document.text);
  const name = language ?? (isJson ? "JSON" : undefined);
  if (name === undefined) return undefined;
  return diagnostic("foreignFrontMatter", range, t("The front matter is YAML between two lines `---`, not {0}.", name));
}

/** With an invalid kind or interface, it is not known which fields belong to the request. */
function withoutConsequences({ fields }: PromptDocument, found: readonly Diagnostic[]): Diagnostic[] {
  const isWrong = (field: string) => {
    const range = findEntry(fields, field)?.value.range;
    return found.some(({ code, range: { start } }) => (code === "notAllowed" || code === "wrongType") && start === range?.start);
  };
  if (!isWrong("kind") && !isWrong("interface")) return [...found];
  return found.filter(({ code, subject }) => {
    return !["foreignField", "turnsNotSent", "assertionOfOtherKind"].includes(code) && (code !== "missingField" || subject === "model");
  });
}

function checkEntry(document: PromptDocument, entry: FrontMatterEntry): Diagnostic[] {
  const field = findField(document.kind, document.interface, entry.key);
  if (field) return checkValue(entry.value, field.type, entry.key);
  const foreign = findForeignField(document.kind, document.interface, entry.key);
  if (!foreign) {
    const names = documentFields(document.kind, document.interface).map((candidate) => candidate.name);
    const suggestions = suggestNames(entry.key, names);
    const message =
      t("`{0}` is not a field of {1} requests.", shortenValue(entry.key), `${document.interface} ${document.kind}`) +
      didYouMean(suggestions[0]);
    return [diagnostic("unknownField", entry.keyRange, message, { subject: entry.key, suggestions }), ...checkDigits(entry.value)];
  }
  const here = foreign.nameHere ? t(" Here it is `{0}`.", foreign.nameHere) : "";
  const message =
    t("`{0}` is a field of {1} requests, not of {2}.", entry.key, foreign.requests, `${document.interface} ${document.kind}`) + here;
  return [
    diagnostic("foreignField", entry.keyRange, message, { subject: entry.key, suggestions: foreign.nameHere ? [foreign.nameHere] : [] }),
  ];
}

function checkRequired(document: PromptDocument): Diagnostic[] {
  const isUnreadable = document.frontMatter?.errors.some((error) => error.code === "notFields" || error.code === "tooDeep");
  if (isUnreadable) return [];
  const main = mainTextField(document.kind, document.interface);
  const heading = findHeading(document);
  return documentFields(document.kind, document.interface)
    .filter((field) => field.required && field.name !== main && !findEntry(document.fields, field.name))
    .map((field) =>
      diagnostic("missingField", heading, t("The request needs `{0}`.", field.name), {
        subject: field.name,
        suggestions: field.examples,
      }),
    );
}

/** The range for reporting something missing: the opening fence, or the first line. */
function findHeading(document: PromptDocument): TextRange {
  if (document.frontMatter) return document.frontMatter.fenceRange;
  const end = document.text.search(/\r?\n/);
  const start = document.text.startsWith("\uFEFF") ? 1 : 0;
  return { start, end: Math.max(start, end === -1 ? document.text.length : end) };
}

function checkMainText(document: PromptDocument): Diagnostic[] {
  const entry = findEntry(document.fields, mainTextField(document.kind, document.interface));
  const body = document.text.slice(document.body.range.start).trim();
  if (entry && body !== "") {
    return [
      diagnostic("promptTwice", entry.keyRange, t("The prompt is written twice: in `{0}` and below the front matter.", entry.key), {
        subject: entry.key,
      }),
    ];
  }
  if (entry || body !== "") return [];
  const end = document.body.range.start;
  return [
    diagnostic("missingPrompt", { start: end, end: document.text.length }, t("The prompt is missing: write it below the front matter.")),
  ];
}

function checkKindAndType(document: PromptDocument): Diagnostic[] {
  const type = findEntry(document.fields, "type");
  const written = readText(document.fields, "type");
  const agreed = kindTable[document.kind].v2Type;
  if (!type || document.interface !== "v2" || written === agreed || kindOfV2Type(written) === undefined) return [];
  return [
    diagnostic("typeAndKind", type.value.range, t("`type` and `kind` contradict each other: `{0}` is `{1}`.", document.kind, agreed), {
      subject: "type",
      suggestions: [agreed],
    }),
  ];
}

function checkOwnModel(document: PromptDocument, facts: Facts): Diagnostic[] {
  const value = findEntry(document.fields, "model")?.value;
  return value?.type === "scalar" ? checkModel(value, document.kind, facts) : [];
}

/** Reports values that the service has refused for this model before. */
function checkSeen(document: PromptDocument, facts: Facts): Diagnostic[] {
  const model = readText(document.fields, "model");
  if (!model || !facts.seen) return [];
  return document.fields.entries.flatMap((entry) => {
    const value = readText(document.fields, entry.key);
    const seen = facts.seen?.filter((one) => one.model === model && one.field === entry.key) ?? [];
    if (!seen.some((one) => one.value === value && !one.worked)) return [];
    const suggestions = seen.filter((one) => one.worked).map((one) => one.value);
    return [
      diagnostic("valueRefused", entry.value.range, t("The service has refused this `{0}` for `{1}`.", entry.key, model), {
        subject: entry.key,
        suggestions,
      }),
    ];
  });
}

/** Reports values that the service does not list for this model, before anything is sent and billed. */
function checkListed(document: PromptDocument, facts: Facts): Diagnostic[] {
  return document.fields.entries.flatMap((entry) => {
    const value = readText(document.fields, entry.key);
    const accepted = findAcceptedValues(document, entry.key, facts);
    if (accepted === undefined || value === undefined || value.includes("{{") || accepted.accepts(value)) return [];
    if (addedFieldOf(document.kind, document.interface, entry.key) && !takesAny(accepted)) return [notAnnounced(document, entry)];
    const model = readText(document.fields, "model") ?? "";
    if (!takesAny(accepted)) {
      return [diagnostic("valueNotListed", entry.keyRange, t("`{0}` takes no `{1}`.", model, entry.key), { subject: entry.key })];
    }
    const taken = [accepted.values.length > 0 ? listValues(accepted.values) : "", accepted.others]
      .filter((one) => one !== "")
      .join(t(", or "));
    const message = t("`{0}` does not take this `{1}`; it takes {2}.", model, entry.key, taken);
    return [diagnostic("valueNotListed", entry.value.range, message, { subject: entry.key, suggestions: accepted.values })];
  });
}

function notAnnounced(document: PromptDocument, { key, keyRange }: FrontMatterEntry): Diagnostic {
  const model = readText(document.fields, "model") ?? "";
  const message = t(
    "`{0}` is an addition to the interface that the service does not announce for `{1}`: the request is not sent.",
    key,
    model,
  );
  return diagnostic("fieldNotAnnounced", keyRange, message, { subject: key });
}

/** A request whose text contains one of its own stop phrases is blocked. Source: spec, "POST /api/v2". */
function checkStopPhrases(document: PromptDocument): Diagnostic[] {
  const value = findEntry(document.fields, "stop_sequences")?.value;
  if (document.interface !== "v2" || value?.type !== "list") return [];
  const body = document.text.slice(document.body.range.start);
  return value.items.flatMap((item) =>
    item.type === "scalar" && item.source !== "" && body.includes(item.source)
      ? [
          diagnostic("stopPhraseInPrompt", item.range, t("The prompt contains `{0}`: the service would block the request.", item.source), {
            subject: item.source,
          }),
        ]
      : [],
  );
}
