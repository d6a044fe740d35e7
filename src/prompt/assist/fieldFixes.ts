/** Fixes for fields and values of the front matter. */

import { kinds, kindTable, mediaKinds } from "../../contract/kind.ts";
import { mediaOptions } from "../../contract/media.ts";
import { t } from "../../contract/translate.ts";
import { shortenValue } from "../check/checkValue.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Facts, ModelFact } from "../facts.ts";
import { findField } from "../fields/documentFields.ts";
import { type PromptDocument, readText } from "../parse/promptDocument.ts";
import { escapePlaceholders } from "../text/fillVariables.ts";
import { findEntry } from "../text/frontMatter.ts";
import { findEntryAt, insertField, insertMember, removeField, removeItem, replaceValue } from "../write/editFields.ts";
import { writeScalar } from "../write/writeScalar.ts";
import type { Fix } from "./fix.ts";

export function replaceAll(_document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const isName = ["foreignFrontMatter", "unknownField", "foreignField", "undefinedVariable", "unusedVariable"].includes(diagnostic.code);
  return (diagnostic.suggestions ?? []).map((suggestion) => ({
    title: t("Change to `{0}`", suggestion),
    edits: [{ range: diagnostic.range, newText: isName ? suggestion : writeScalar(escapePlaceholders(suggestion)) }],
  }));
}

export function removal(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const edit = removeField(document, diagnostic.range);
  return edit ? [{ title: t("Remove `{0}`", shortenValue(diagnostic.subject ?? "")), edits: [edit] }] : [];
}

export function removalOfItem(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const edit = removeItem(document, diagnostic.range);
  return edit ? [{ title: t("Remove `{0}`", shortenValue(diagnostic.subject ?? "")), edits: [edit] }] : [];
}

/** A field of another kind may mean that the kind is wrong. */
export function foreignFixes(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const entry = findEntry(document.fields, "kind");
  const type = diagnostic.subject === "type" && !entry ? findEntry(document.fields, "type") : undefined;
  const named = `kind: ${document.kind}`;
  if (type && readText(document.fields, "type") === kindTable[document.kind].v2Type)
    return [{ title: t("Change to `{0}`", named), edits: [{ range: type.range, newText: named }] }];
  if (diagnostic.code !== "foreignField" || entry) return [];
  const subject = diagnostic.subject ?? "";
  const owners = mediaKinds.filter((candidate) => Object.hasOwn(mediaOptions[candidate], subject));
  const kind = kinds.find((candidate) => subject.startsWith(`${candidate}_`)) ?? (owners.length === 1 ? owners[0] : undefined);
  // In the other interface, the kind is not enough.
  const isField = kind !== undefined && findField(kind, document.interface, subject) !== undefined;
  return isField ? [{ title: t("Add `{0}`", `kind: ${kind}`), edits: [insertField(document, `kind: ${kind}`)] }] : [];
}

export function insertions(document: PromptDocument, diagnostic: Diagnostic, facts: Facts): Fix[] {
  const name = diagnostic.subject ?? "";
  const known = facts.models ?? [];
  const isSure = known.some((model) => model.abilities?.[document.kind] === "yes");
  const able = known.filter((model) => {
    const ability = model.abilities?.[document.kind];
    return isSure ? ability === "yes" || ability === "perhaps" : ability !== "no";
  });
  const rank = { yes: 0, perhaps: 1, no: 3 };
  const rankOf = (candidate: ModelFact): number => rank[candidate.abilities?.[document.kind] ?? "no"];
  able.sort((a, b) => rankOf(a) - rankOf(b));
  const model = readText(document.fields, "model");
  const seen = (facts.seen ?? [])
    .filter((one) => one.field === name && one.worked && (!model || one.model === model))
    .map((one) => one.value);
  const values = name === "model" ? able.map((candidate) => candidate.id) : [...new Set([...seen, ...(diagnostic.suggestions ?? [])])];
  return values.slice(0, 4).map((value) => ({
    title: t("Add `{0}`", `${name}: ${value}`),
    edits: [insertField(document, `${name}: ${writeScalar(value)}`)],
  }));
}

export function addMember(document: PromptDocument, { range, subject = "", suggestions = [] }: Diagnostic): Fix[] {
  return suggestions.map((value) => {
    const written = `${subject}: ${writeScalar(value)}`;
    return { title: t("Add `{0}`", written), edits: [insertMember(document, range, written)] };
  });
}

export function removeBatch(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const range = findEntry(document.fields, "batch")?.keyRange ?? diagnostic.range;
  return removal(document, { ...diagnostic, subject: "batch", range });
}

export function writings(document: PromptDocument, { range, suggestions = [] }: Diagnostic): Fix[] {
  const entry = findEntryAt(document, range);
  return suggestions.map((newText) => ({
    title: t("Change to `{0}`", newText),
    edits: [entry ? replaceValue(document, entry, newText) : { range, newText }],
  }));
}

export function wrapInList(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const { range, subject } = diagnostic;
  const value = findEntry(document.fields, subject ?? "")?.value;
  if (!["files", "image", "stop_sequences"].includes(subject ?? "") || value?.type === "list" || range.start === range.end) return [];
  const written = document.text.slice(range.start, range.end);
  return written.includes("\n") ? [] : [{ title: t("Make it a list"), edits: [{ range, newText: `[${written}]` }] }];
}

export function unquoteNumber(document: PromptDocument, diagnostic: Diagnostic): Fix[] {
  const written = document.text.slice(diagnostic.range.start, diagnostic.range.end);
  const number = /^["']?(-?\d+(?:\.\d+)?)[ \t]*(?:s|sec|seconds?|x)?["']?$/.exec(written)?.[1];
  return number && number !== written
    ? [{ title: t("Change to `{0}`", number), edits: [{ range: diagnostic.range, newText: number }] }]
    : [];
}

export function judgeInsertions(document: PromptDocument, { subject = "judge" }: Diagnostic, { models = [] }: Facts): Fix[] {
  const able = models.filter((model) => model.abilities?.text === "yes" && model.isHidden !== true).map(({ id }) => id);
  const own = document.kind === "text" ? readText(document.fields, "model") : undefined;
  const names = [...new Set([...able, ...(own === undefined ? [] : [own])])];
  return names.slice(0, 4).map((name) => ({
    title: t("Add `{0}`", `${subject}: ${name}`),
    edits: [insertField(document, `${subject}: ${writeScalar(name)}`)],
  }));
}

/** Either the kind of the case is wrong, or the assertion. */
export function assertionFixes(document: PromptDocument, { range, suggestions = [], subject = "" }: Diagnostic): Fix[] {
  const tests = findEntry(document.fields, "tests")?.value;
  const items = tests?.type === "list" ? tests.items : [];
  const own = items.find((item) => item.type === "map" && item.range.start <= range.start && item.range.end >= range.end);
  const kind = own?.type === "map" ? findEntry(own, "kind") : undefined;
  const meant = suggestions.map((one) => ({
    title: t("Change to `{0}`", `kind: ${one}`),
    edits: kind ? [{ range: kind.range, newText: `kind: ${one}` }] : own ? [insertMember(document, own.range, `kind: ${one}`)] : [],
  }));
  const listed = own?.type === "map" ? findEntry(own, "assert")?.value : undefined;
  const entry =
    listed?.type === "list" ? listed.items.find((item) => item.range.start <= range.start && item.range.end >= range.end) : undefined;
  const isOnly = entry?.type === "map" && entry.entries.length === 1;
  const removal = isOnly ? removeItem(document, entry.range) : removeField(document, range);
  return [...meant, ...(removal === undefined ? [] : [{ title: t("Remove `{0}`", subject), edits: [removal] }])];
}
