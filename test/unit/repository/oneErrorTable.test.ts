/** What is said of an error, and what helps against it, is in one table: a second one fails here. */
import { expect, test } from "vitest";
import { serviceErrorKinds } from "../../../src/client/serviceError.ts";
import { sources } from "./repositoryFiles.ts";

/** The service describes errors to others, as the interface says; that is the other side of the socket. */
const ours = sources.filter(({ name }) => name.startsWith("src/") && !/^src\/(?:service|providers|demo)\//.test(name));
const table = "src/client/errors/errorTable.ts";

test("only the table has a text or an action for every kind of error", () => {
  const kinds = new RegExp(String.raw`(?:case "|^\s*)(${serviceErrorKinds.join("|")})"?:`, "gm");
  const withMany = ours.filter(({ text }) => new Set([...text.matchAll(kinds)].map(([, kind]) => kind)).size > 3).map(({ name }) => name);
  expect(withMany).toEqual([table]);
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
