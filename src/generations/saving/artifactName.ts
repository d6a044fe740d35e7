/** Creates a file name from a name pattern and a task's facts, safe on Windows, macOS and Linux. */
import type { Kind } from "../../contract/kind.ts";

export interface NameFacts {
  /** `{slug}` is made of its first words. */
  prompt: string;
  /** `{kind}` */
  kind: Kind;
  /** `{model}` */
  model: string;
  /** `{key}`: the last eight characters of the key, which differ between tasks. */
  key: string;
  /** `{date}` (2026-11-21) and `{time}` (14-05-09) in this machine's time zone; Unix milliseconds. */
  createdAt: number;
  /** `{n}`: 1 for the first file of a task. */
  position: number;
}

/** The variables of a pattern, each written in braces. */
const patternVariables = ["slug", "date", "time", "kind", "model", "n", "key"] as const;
type PatternVariable = (typeof patternVariables)[number];

/**
 * Bytes of UTF-8 in one segment without its extension. File systems allow 255; this leaves room for extensions, counters and Windows' limit
 * of 260 for a path.
 */
const segmentBytes = 100;
const slugCharacters = 48;

/**
 * Returns the folders and, last, the file's name without its extension: at least one segment. No segment is `.` or `..`, hidden, reserved
 * by Windows, too long, or contains a character that some file system refuses. `/` and `\` in the pattern separate folders; in a value they
 * do not.
 */
export function artifactName(pattern: string, facts: NameFacts): string[] {
  const segments = pattern
    .split(/[/\\]/)
    .map((segment) =>
      safeSegment(segment.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) => (isVariable(name) ? valueFor(name, facts) : whole))),
    )
    .filter((segment) => segment !== "");
  return segments.length === 0 ? [safeSegment(`${facts.kind}-${shortKey(facts.key)}`)] : segments;
}

function isVariable(name: string): name is PatternVariable {
  return patternVariables.some((variable) => variable === name);
}

function valueFor(variable: PatternVariable, facts: NameFacts): string {
  switch (variable) {
    case "slug":
      return slugOf(facts.prompt) || facts.kind;
    case "date":
      return localTime(facts.createdAt).date;
    case "time":
      return localTime(facts.createdAt).time;
    case "kind":
      return facts.kind;
    case "model":
      return facts.model.replaceAll(/[/\\]/g, "-");
    case "n":
      return String(facts.position);
    case "key":
      return shortKey(facts.key);
  }
}

/** The prompt's first words in lower case, joined by `-`. Letters and digits of every script are kept. */
function slugOf(prompt: string): string {
  const words =
    prompt
      .normalize("NFC")
      .toLowerCase()
      // What cannot be seen, such as the variation selector that emoji leave behind.
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
      .match(/[\p{L}\p{N}][\p{L}\p{N}\p{Mn}\p{Mc}]*/gu) ?? [];
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if ([...longer].length > slugCharacters) break;
    slug = longer;
  }
  return slug || [...(words[0] ?? "")].slice(0, slugCharacters).join("");
}

/** A file name made of a text's first words, without extension; "" if it has none. */
export function fileNameOf(text: string): string {
  return safeSegment(slugOf(text));
}

function shortKey(key: string): string {
  return key.slice(-8);
}

function localTime(milliseconds: number): { date: string; time: string } {
  const moment = new Date(milliseconds);
  const two = (value: number) => String(value).padStart(2, "0");
  return {
    date: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}-${two(moment.getMinutes())}-${two(moment.getSeconds())}`,
  };
}

/** Control, bidirectional and line-separator characters: invisible, or misleading about where a name ends. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Characters that Windows refuses; `/` and `\` separate folders everywhere. */
const refused = /[<>:"/\\|?*]/g;
/** Device names, which Windows reserves with and without an extension. Source: "Naming Files, Paths, and Namespaces", Microsoft. */
const reserved = /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)(?:[ .]|$)/i;

function safeSegment(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(invisible, "")
    .replaceAll(refused, "-")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[. ]+/g, "");
  const short = cutToBytes(plain, segmentBytes).replace(/(?<![. ])[. ]+$/, "");
  return reserved.test(short) ? `_${short}` : short;
}

function cutToBytes(text: string, bytes: number): string {
  let used = 0;
  let cut = "";
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    cut += character;
  }
  return cut;
}
