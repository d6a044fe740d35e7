import { parseSync, Visitor } from "oxc-parser";
import type { RepositoryFile } from "./repositoryFiles.ts";

/** The names of a source file's variables, types and members, each once, without texts and comments. */
export function findIdentifiers({ name, text }: RepositoryFile): Set<string> {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const found = new Set<string>();
  const add = ({ name: identifier }: { name: string }) => found.add(identifier);
  new Visitor({ Identifier: add, PrivateIdentifier: add, JSXIdentifier: add }).visit(program);
  return found;
}

/** The words of a name in camel case, in lower case: `toApiError` has `to`, `api` and `error`. */
export function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}
