/** What is said of an error, and what helps against it, is in one table: a second one fails here. */
import { expect, test } from "vitest";
import { serviceErrorKinds } from "../../../src/client/serviceError.ts";
import { sources } from "./repositoryFiles.ts";

/** The service describes errors to others, as the interface says; that is the other side of the socket. */
const ours = sources.filter(({ name }) => name.startsWith("src/") && !/^src\/(?:service|providers|demo)\//.test(name));
const table = "src/client/errors/errorTable.ts";

const kinds = new RegExp(String.raw`(?:case "|^\s*|[{,]\s*)(${serviceErrorKinds.join("|")})"?:`, "gm");
const isTable = (text: string) => new Set([...text.matchAll(kinds)].map(([, kind]) => kind)).size > 3;

test("only the table has a text or an action for every kind of error", () => {
  expect(ours.filter(({ text }) => isTable(text)).map(({ name }) => name)).toEqual([table]);
});

test.each([
  ["a table in lines", 'const sentences = {\n  missingKey: "a",\n  timeout: "b",\n  notFound: "c",\n  aborted: "d",\n};'],
  ["a table in one line", "const actions = { missingKey: setKey, timeout: retry, notFound: none, aborted: none };"],
  ["a switch", 'case "missingKey":\n  return a;\ncase "timeout":\ncase "notFound":\ncase "aborted":\n  return b;'],
])("%s beside it is found", (_, second) => {
  expect(isTable(second)).toBe(true);
});

/** Written in another way, it stays English in every language, because it is not found again. */
test("a sentence of an error that contains values is one of `ownSentences`", () => {
  const own = ours.filter(({ name }) => /^src\/(?:client|generations)\//.test(name));
  const written = /(?:\bmessage: |\bnew DiskError\(|\bbad(?:Answer|File)\()`[A-Z]/;
  expect(own.filter(({ text }) => written.test(text)).map(({ name }) => name)).toEqual([]);
});

test("every runtime that shows an error takes its sentence from the table", () => {
  const users = ours
    .filter(({ text }) => /\b(?:describeError|describeErrorPlainly)\((?!found)/.test(text))
    .map(({ name }) => name.split("/")[1]);
  expect([...new Set(users)].toSorted()).toEqual(["client", "commandLine", "editor", "mcp"]);
});
