/** Removes the secrets of a request from a text of the service, and shortens the text. */

/** Longest text of a service, in UTF-16 code units, that an error keeps. @internal */
export const keptCharacters = 300;
/** Pieces of a prompt at least this long are taken out even where the whole prompt does not appear. */
const pieceLength = 24;
/** More of a text is never looked at. */
const readCharacters = 4000;
/** More of a prompt is never searched. */
const searchedCharacters = 100_000;
const mark = "[…]";

/** What must not appear in an error: the key, and the texts of the request. */
export interface RequestSecrets {
  key: string | undefined;
  prompts: readonly string[];
}

const isWordCharacter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Prompts of fewer characters are in every sentence, and say nothing. */
const shortestPrompt = 4;
/** What codes, types and names of parameters consist of. */
const nameOnly = /^[\w.:[\]-]{1,64}$/;

/** A short prompt is taken out only as a word of its own, since "cat" is part of other words. */
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

/** Takes the key and every long piece of a prompt out of a text, makes one line of it and cuts it. */
export function redactText(text: string, secrets: RequestSecrets): string {
  let clean = text.slice(0, readCharacters);
  // A key may sit across the cut: nothing shorter than a key is left at the end.
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

/** The same for a code, a type or a parameter's name: where it is one, no word of a prompt is taken out of it. */
export function redactName(name: string, secrets: RequestSecrets): string {
  return redactText(name, nameOnly.test(name) ? { key: secrets.key, prompts: [] } : secrets);
}

/** Every text of a request's body that a person may have written; embedded files are left out. */
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

/** Fields of the spec's requests that hold a person's words. */
const promptNames = new Set(["input", "prompt", "text", "content", "instructions", "stop_sequences"]);
