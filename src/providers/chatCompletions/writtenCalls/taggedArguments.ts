/** Arguments of which each is in tags of its own. */

import { tryParseJson } from "../../../contract/tryParseJson.ts";
import { isFields } from "../../errorReason.ts";
import { pythonWords } from "../looseJson.ts";
import type { Cursor } from "./callForm.ts";

export interface ArgumentTags {
  /** From the start of an argument to its value. The first group is the name, the second one "true" for a text. Sticky. */
  begin: RegExp;
  /** What ends a value: it is followed by another argument or the end of the call. Global. */
  end: RegExp;
  /** What ends the call. Sticky. */
  close: RegExp;
}

/** Returns JSON, which has no end if the call has none. `schema`: that of the function. */
export function takeTaggedArguments(cursor: Cursor, schema: unknown, { begin, end, close }: ArgumentTags): string {
  const written: string[] = [];
  for (;;) {
    if (cursor.take(close)) return `{${written.join(",")}}`;
    const [, found, isText] = cursor.take(begin) ?? [];
    const name = found?.trim();
    if (name === undefined) {
      cursor.at = cursor.text.length;
      return `{${written.join(",")}`;
    }
    const { before, isFound } = cursor.takeUntil(end);
    const value = (isFound ? before : before.replace(/<\/?\w*$/, "")).replace(/^\r?\n/, "").replace(/\r?\n$/, "");
    const json = jsonOf(value, isText === undefined ? takesText(schema, name) : isText === "true");
    written.push(`${JSON.stringify(name)}:${isFound ? json : json.slice(0, -1)}`);
    if (!isFound) return `{${written.join(",")}`;
  }
}

/** A text that is no JSON is a text, whatever the schema says. */
function jsonOf(value: string, isText: boolean): string {
  const json = pythonWords[value.trim()] ?? value.trim();
  return isText || tryParseJson(json) === undefined ? JSON.stringify(value) : json;
}

/** Whether a function takes a text as an argument. Without a schema, it does. */
function takesText(schema: unknown, name: string): boolean {
  const properties = isFields(schema) ? schema.properties : undefined;
  const property = isFields(properties) ? properties[name] : undefined;
  const types = isFields(property) ? typesOf(property) : [];
  return types.length === 0 || types.includes("string");
}

function typesOf({ type, anyOf, oneOf, enum: values }: Readonly<Record<string, unknown>>): unknown[] {
  if (type !== undefined) return [type].flat();
  const choices = [anyOf, oneOf].flat().filter(isFields).flatMap(typesOf);
  return choices.length > 0 || !Array.isArray(values) ? choices : values.map((value) => typeof value);
}
