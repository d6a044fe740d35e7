/** Finds the calls, with their texts, in the tests in a real VS Code. */
import { sources } from "./repositoryFiles.ts";

export interface Call {
  name: string;
  /** The string literals among the call's own arguments, in order, without those of nested calls. */
  texts: string[];
}

/** Calls in the tests of the extension host and the workbench, and in the code that they share. */
export const calls: readonly Call[] = sources
  .filter(({ name }) => /^test\/(?:host|ui)\//.test(name))
  .flatMap(({ text }) => readCalls(text));

/**
 * `name(` or `name<Type>(`, up to its closing parenthesis, or as far as it can be parsed.
 * Regular expressions and escaped quotes are not supported.
 */
export function readCalls(source: string): Call[] {
  return [...source.matchAll(/\b(\w+)(?:<[\w<>[\]| ]*>)?\(/g)].map(({ 0: opening, 1: name = "", index }) => ({
    name,
    texts: readTexts(source, index + opening.length),
  }));
}

function readTexts(source: string, start: number): string[] {
  const texts: string[] = [];
  let depth = 1;
  for (let at = start; at < source.length && depth > 0; at += 1) {
    const sign = source[at] ?? "";
    if (sign === "(") depth += 1;
    else if (sign === ")") depth -= 1;
    else if (sign === '"' || sign === "`") {
      const end = source.indexOf(sign, at + 1);
      if (end === -1) break;
      if (depth === 1) texts.push(source.slice(at + 1, end));
      at = end;
    }
  }
  return texts;
}
