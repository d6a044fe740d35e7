/** What engines send in the place of a value, or around it. */

import { parseJson } from "../../contract/parseJson.ts";

/** What keeps a connection open, as the name of an event or as its data. */
export const isSignOfLife = (text: string) => /^\W*(?:ping|pong|heart[-_ ]?beat|keep[-_ ]?alive|ok|success)\W*$/i.test(text.slice(0, 40));

export function listIn(value: unknown): unknown[] {
  const read = typeof value === "string" ? (parseJson(value) ?? value) : value;
  return Array.isArray(read) && read.length > 0 ? read : [read];
}

/** Some engines leave the tags in the field for reasoning. */
export function withoutThinkTags(text: string): string {
  const [open, close] = ["<think>", "</think>"];
  const begun = text.trimStart();
  const rest = begun.startsWith(open) ? begun.slice(open.length).trimStart() : text;
  const ended = rest.trimEnd();
  return ended.endsWith(close) ? ended.slice(0, -close.length).trimEnd() : rest;
}
