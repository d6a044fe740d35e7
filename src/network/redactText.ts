/** Removes the secrets of a request from a text of the service, and shortens it. */

/** Longest text of a service, in UTF-16 code units, that an error keeps. @internal */
export const keptCharacters = 300;
/** Parts of a prompt of at least this length are removed even if the whole prompt does not occur. */
const pieceLength = 24;
/** At most this many characters of a text are examined. */
const readCharacters = 4000;
/** At most this many characters of a prompt are searched for. */
const searchedCharacters = 100_000;
const mark = "[…]";

/** What must not appear in an error: the key, and the texts of the request. */
export interface RequestSecrets {
  key: string | undefined;
  prompts: readonly string[];
}

const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Shorter prompts occur in almost every sentence and reveal nothing. */
const shortestPrompt = 4;
/** The form of codes, types and parameter names. */
const nameOnly = /^[\w.:[\]-]{1,64}$/;

/** A short prompt is only removed as a separate word, because "cat" is part of other words. */
function replaceWhole(text: string, secret: string): string {
  if (secret.length >= 12) return text.replaceAll(secret, mark);
  let result = "";
  let from = 0;
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, from)) {
    const end = at + secret.length;
    const stands = !isWordCharacter(text[at - 1]) && !isWordCharacter(text[end]);
    result += text.slice(from, at) + (stands ? mark : secret);
    from = end;
  }
  return result + text.slice(from);
}

function replacePieces(text: string, prompt: string): string {
  if (prompt.length < pieceLength) return text;
  let result = "";
  let at = 0;
  while (at < text.length) {
    const piece = text.slice(at, at + pieceLength);
    const found = piece.length === pieceLength ? prompt.indexOf(piece) : -1;
    if (found < 0) {
      result += text[at];
      at += 1;
      continue;
    }
    let length = pieceLength;
    while (at + length < text.length && prompt[found + length] === text[at + length]) length += 1;
    result += mark;
    at += length;
  }
  return result;
}

/** Removes the key and every long part of a prompt from a text, joins its lines and shortens it. */
export function redactText(text: string, secrets: RequestSecrets): string {
  let clean = text.slice(0, readCharacters);
  // The limit may cut the key in two, so it is replaced before the text is cut.
  if (secrets.key)
    clean = text
      .slice(0, readCharacters + secrets.key.length)
      .replaceAll(secrets.key, mark)
      .slice(0, readCharacters);
  for (const prompt of secrets.prompts) {
    for (const spelling of [prompt, JSON.stringify(prompt).slice(1, -1)]) {
      const searched = spelling.slice(0, searchedCharacters).trim();
      if (searched.length >= shortestPrompt) clean = replacePieces(replaceWhole(clean, searched), searched);
    }
  }
  clean = clean.replace(/\s+/g, " ").trim();
  return clean.length > keptCharacters
    ? `${clean
        .slice(0, keptCharacters - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`
    : clean;
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
