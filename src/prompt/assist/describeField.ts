/** Describes a field, a model or a variable in a few lines of Markdown. */

import type { Field } from "../../contract/fieldType.ts";
import type { InterfaceVersion, Kind } from "../../contract/kind.ts";
import { kinds } from "../../contract/kind.ts";
import { releaseDate } from "../../contract/releaseDate.ts";
import { t } from "../../contract/translate.ts";
import { findAssertion } from "../assertions/assertions.ts";
import { describeType, listValues } from "../check/checkValue.ts";
import { describeRetirement } from "../describeRetirement.ts";
import type { ModelFact } from "../facts.ts";
import { ownFields } from "../fields/documentFields.ts";
import type { Style } from "../styles/style.ts";
import type { BuiltInVariable } from "../text/variables.ts";

/** Meaning, type, limits and default, from the spec; its examples are part of the meaning. */
/** `elsewhere`: where the field belongs to, if not to the document. */
export function describeField(field: Field, elsewhere?: { kind: Kind; interface: InterfaceVersion }): string {
  const path = field.path.join(".");
  const own = ownFields.some((candidate) => candidate.name === field.name);
  const remarks = [
    ...(own ? [t("field of prompt documents")] : []),
    ...(elsewhere === undefined || own
      ? []
      : [t("for `kind: {0}`", elsewhere.kind), ...(elsewhere.interface === "v1" ? [] : [t("with `interface: v2`")])]),
    ...(own || path === field.name ? [] : [t("sent as `{0}`", path)]),
  ];
  const facts = [describeType(field.type), ...describeLimits(field), ...(field.required ? [t("required")] : [])];
  const lines = [
    `**${field.name}**${remarks.length === 0 ? "" : ` (${remarks.join(", ")})`}`,
    describeMeaning(field),
    t("Type: {0}.", facts.join("; ")),
  ];
  if (field.default !== undefined) lines.push(t("Default: `{0}`.", describeDefault(field.default)));
  return lines.filter((line) => line !== "").join("\n\n");
}

/** Whether a default says in words what is taken; others are values, which are written in documents as they are. @internal */
export const isInWords = (taken: string): boolean => taken.includes(" ");

export function describeDefault(taken: string): string {
  return isInWords(taken) ? t(taken) : taken;
}

/** What a field is for. The opposite of an assertion is described by what it is the opposite of. */
export function describeMeaning({ name, description }: Field): string {
  const opposite = name.startsWith("not-") ? findAssertion(name.slice("not-".length)) : undefined;
  return opposite === undefined ? t(description) : t("The opposite of `{0}`: {1}", opposite.name, t(opposite.description));
}

function describeLimits(field: Field): string[] {
  const { type } = field;
  if (type.type === "list" && type.maximumItems !== undefined) return [t("at most {0} entries", type.maximumItems)];
  if (type.type === "string" && type.maximumCharacters !== undefined) {
    return [t("{0} to {1} characters", type.minimumCharacters ?? 0, type.maximumCharacters)];
  }
  return [];
}

export function describeModelFact(model: ModelFact): string {
  const able = kinds.filter((kind) => model.abilities?.[kind] === "yes");
  const perhaps = kinds.filter((kind) => model.abilities?.[kind] === "perhaps");
  const id = `\`${model.id.replaceAll("`", "")}\``;
  const lines = [model.provider ? t("{0} by {1}", id, escapeWords(model.provider)) : id];
  const released = releaseDate(model.created);
  if (released) lines.push(t("Released {0}.", released.toISOString().slice(0, 10)));
  if (model.retirement) lines.push(describeRetirement(model.id, model.retirement));
  if (able.length > 0) lines.push(t("Generates {0}.", listValues(able)));
  if (perhaps.length > 0) lines.push(t("May generate {0}.", listValues(perhaps)));
  if (model.because) lines.push(escapeWords(model.because));
  return lines.join("\n\n");
}

export function describeStyle({ name, description, text, negativePrompt }: Style): string {
  const lines = [t("Style `{0}`", name.replaceAll("`", "")), escapeWords(description), describeValue(text)];
  if (negativePrompt !== "") lines.push(t("Negative prompt:"), describeValue(negativePrompt));
  return lines.filter((line) => line !== "").join("\n\n");
}

export function describeBuiltIn(variable: BuiltInVariable): string {
  const argument = { none: "", optional: `[:${variable.argumentName}]`, required: `:${variable.argumentName}` }[variable.argument];
  return `\`{{${variable.name}${argument}}}\`\n\n${t(variable.description)}`;
}

/** A value as a code block with a fence longer than its own backticks; long values are shortened. */
export function describeValue(value: string): string {
  const cut = value.length > 500 ? `${value.slice(0, 500)}…` : value;
  const longest = Math.max(2, ...[...cut.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${cut}\n${fence}`;
}

/** Words of others as they are written: an image among them would be loaded from its address. */
export function escapeWords(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!<>|]/g, "\\$&");
}
