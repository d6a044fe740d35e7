/** Removes the secrets of a request from a text of the service, and shortens it. */
import { hideKey } from "./hideKey.ts";
import { findPromptParts } from "./promptParts.ts";
import { redactKeys } from "./redactKeys.ts";

/** Longest text of a service, in UTF-16 code units, that an error keeps. @internal */
export const keptCharacters = 300;
/** At most this many characters of a text are examined. */
const readCharacters = 4000;
const mark = "[…]";

/** What must not appear in an error: the key, and the texts of the request. */
export interface RequestSecrets {
  key: string | undefined;
  prompts: readonly string[];
}

/** The form of codes, types and parameter names. */
const nameOnly = /^[\w.:[\]-]{1,64}$/;

/** Removes the key and every long part of a prompt from a text, joins its lines and shortens it. */
export function redactText(text: string, secrets: RequestSecrets): string {
  let clean = hideKey(text.slice(0, readCharacters), secrets.key ?? "", mark);
  clean = withoutPrompts(clean, secrets.prompts);
  clean = clean.replace(/\s+/g, " ").trim();
  return clean.length > keptCharacters
    ? `${clean
        .slice(0, keptCharacters - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`
    : clean;
}

/** The same for several keys, keeping the end of the text. */
export function redactEnd(text: string, keys: readonly string[], prompts: readonly string[]): string {
  const whole = keys.reduce((read, key) => hideKey(read, key, mark), redactKeys(text));
  // The limit may cut a prompt in two.
  const end = whole.length > readCharacters ? whole.slice(-readCharacters).replace(/^\S*/, "") : whole;
  const clean = withoutPrompts(end, prompts).replace(/\s+/g, " ").trim();
  return clean.length > keptCharacters
    ? `…${clean
        .slice(1 - keptCharacters)
        .toWellFormed()
        .replace(/^\uFFFD/, "")}`
    : clean;
}

function withoutPrompts(text: string, prompts: readonly string[]): string {
  const found = findPromptParts(text, prompts);
  let result = "";
  for (let at = 0, from = 0; at <= text.length; at += 1) {
    if (at < text.length && found[at] === found[from]) continue;
    result += found[from] ? mark : text.slice(from, at);
    from = at;
  }
  return result;
}

/** The same for a code, a type or a parameter name: if it has that form, words of a prompt are not removed from it. */
export function redactName(name: string, secrets: RequestSecrets): string {
  return redactText(name, nameOnly.test(name) ? { key: secrets.key, prompts: [] } : secrets);
}

/** All texts in a request's body that the user may have written, without embedded files. */
export function collectPrompts(body: unknown): string[] {
  const prompts: string[] = [];
  const visit = (value: unknown, name: string): void => {
    if (typeof value === "string") {
      if (promptNames.has(name)) prompts.push(value);
    } else if (Array.isArray(value)) {
      for (const element of value) visit(element, name);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, member] of Object.entries(value)) visit(member, key);
    }
  };
  visit(body, "");
  return prompts;
}

/** Fields of the spec's requests that contain the user's text. */
const promptNames = new Set(["input", "prompt", "text", "content", "instructions", "stop_sequences"]);
