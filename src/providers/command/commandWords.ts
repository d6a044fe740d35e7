/** The words of a command line, in which `{name}` is replaced by a value. */
const placeholder = /\{(\w+)\}/g;

export type WordValues = Readonly<Record<string, string>>;

/** The names of the values in a word. */
export function placeholders(word: string): string[] {
  return [...word.matchAll(placeholder)].map(([, name = ""]) => name);
}

/** A value that is missing is empty. */
export function fillWord(word: string, values: WordValues): string {
  return word.replaceAll(placeholder, (_, name: string) => values[name] ?? "");
}

/** How options, and names of files with options, begin in programs for Unix and Windows, which may read wide forms as the narrow ones. */
const optionStart = /^[\s\p{Cf}]*(?:[-\u2010-\u2015\u2212\u2043\uFE58\uFE63\uFF0D+\uFF0B@\uFE6B\uFF20]|\/[a-z?]*$)/iu;
/** A value that names a file, e.g. `-d@file` or `image=<file`. */
const fileStart = /^(?:-\w|[^=\s]*=)\s*[@<]/;

/** Whether the values turn a word that is no option into one: a client could make the program read and write other files with it. */
export function isAddedOption(word: string, values: WordValues): boolean {
  const filled = fillWord(word, values);
  return [optionStart, fileStart].some((start) => !start.test(word) && start.test(filled));
}
