/** Checks that names and comments use the terms of the glossary in docs/architecture.md. */
import path from "node:path";
import { describe, expect, test } from "vitest";
import { serviceErrorKinds } from "../../../src/client/serviceError.ts";
import { kinds } from "../../../src/contract/kind.ts";
import { findIdentifiers, wordsOf } from "./identifiers.ts";
import { type RepositoryFile, sources } from "./repositoryFiles.ts";

/** Synonyms of each term of the glossary. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  request: ["wish", "wishes", "wished", "job", "jobs", "order", "orders", "submission", "submissions"],
  error: ["failure", "failures", "refusal", "refusals", "problem", "problems"],
  report: ["tell", "tells", "told", "telling"],
  location: ["place", "places", "placed"],
  image: ["picture", "pictures"],
  video: ["clip", "clips"],
  evidence: ["learn", "learns", "learned", "lesson", "lessons"],
};

/** Names with another meaning, or defined by others. */
const exceptions: readonly { names: RegExp; files?: RegExp; because: string }[] = [
  { names: /^(?:refusal|refusals|Refusal|isRefusal|holdsRefusal|isRefusalEvent)$/, because: "the interface's part of an answer" },
  { names: /^(?:order|inOrder|checkOrder|groupOrder)$/, because: "a sequence" },
  { names: /^(?:writeInPlace|placeHolder)$/, because: "a phrase, and a property of VS Code" },
  { names: /^groupOfPictures$/, because: "a term of video encoding" },
  { names: /^pictures$/, files: /chat\/conversation\/conversationJson\.ts$/, because: "a field of exported conversations" },
  { names: /^failure(?:Summary|Messages)$/, because: "fields of axe-core and of vitest's report" },
  { names: /^failure$/, files: /^test\/panel\/documentPage\.ts$/, because: "Playwright's name" },
  { names: /^clip/, files: /comfy[uU][iI]\.test\.ts$/, because: "ComfyUI's inputs for CLIP, a text encoder" },
  { names: /[jJ]ob/, files: /^(?:src|test|test\/unit)\/providers\//, because: "what engines call their tasks" },
];

const forbidden = new Map(Object.entries(synonyms).flatMap(([term, words]) => words.map((word) => [word, term] as const)));

const isException = (name: string, file: string) => exceptions.some(({ names, files }) => names.test(name) && (files?.test(file) ?? true));

const namesOf = (file: RepositoryFile) => [...findIdentifiers(file), path.basename(file.name).replace(/\..*$/, "")];
const namesByFile = new Map(sources.map((file) => [file.name, namesOf(file)]));

/** `file: name (term)` for each name with a synonym of a term. */
function findSynonyms(file: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const word = wordsOf(name).find((one) => forbidden.has(one));
    return word === undefined || isException(name, file) ? [] : [`${file}: ${name} (${forbidden.get(word)})`];
  });
}

describe("names", () => {
  test("use the terms of the glossary", () => {
    expect([...namesByFile].flatMap(([file, names]) => findSynonyms(file, names))).toEqual([]);
  });

  test("with a synonym are found, in code and as a file's name", () => {
    const file = { name: "src/textWish.ts", text: "export interface Job { told: boolean } // a wish\n" };
    expect(findSynonyms(file.name, namesOf(file))).toEqual([
      "src/textWish.ts: Job (request)",
      "src/textWish.ts: told (report)",
      "src/textWish.ts: textWish (request)",
    ]);
  });

  test("in every exception are used", () => {
    const unused = exceptions.filter(
      ({ names, files }) => ![...namesByFile].some(([file, list]) => (files?.test(file) ?? true) && list.some((name) => names.test(name))),
    );
    expect(unused).toEqual([]);
  });
});

test.each([
  "Connection",
  "Generation",
  "InputPart",
  "Journal",
  "Library",
  "LibraryQuery",
  "Session",
  "Sound",
  "TaskRequest",
  "TaskRunner",
  "Tasks",
  "TriedProvider",
  "WireRequest",
])("`%s` is one thing", (name) => {
  const declaration = new RegExp(`^(?:export )?(?:class|interface|type|function) ${name}\\b`, "m");
  expect(sources.filter(({ name: file, text }) => file.startsWith("src/") && declaration.test(text)).map((file) => file.name)).toHaveLength(
    1,
  );
});

/** Values of `kind` that are no kinds of output, files or the client's errors. */
const otherKinds: readonly { files: RegExp; values: RegExp; because: string }[] = [
  { files: /^src\/providers\//, values: /^key(?:Missing|Refused)$/, because: "kinds of errors of providers" },
  {
    files: /^src\/(?:output|chat|conversations|webview\/chat)\//,
    values: /^(?:reasoning|refusal|step|task)$/,
    because: "parts of an output",
  },
  { files: /^src\/media\/signing\//, values: /^(?:certificate|missing|refused)$/, because: "kinds of errors of signing" },
  { files: /^src\/service\/(?:store|routes)\//, values: /^(?:response|v2|media)$/, because: "stored with the service's tasks" },
  { files: /^src\/(?:demo|providers)\//, values: /^(?:conversion|upscale)$/, because: "beside the kinds of output in one union" },
  { files: /Texts\.ts$/, values: /^Kind$/, because: "a text of the panels" },
];

function findOtherKinds({ name, text }: RepositoryFile): string[] {
  const known = new Set<string>([...kinds, ...serviceErrorKinds, "document"]);
  const isKnown = (kind: string) => known.has(kind) || otherKinds.some(({ files, values }) => files.test(name) && values.test(kind));
  return [...text.matchAll(/\bkind: "(\w+)"/g)].flatMap(([, kind = ""]) => (isKnown(kind) ? [] : [`${name}: ${kind}`]));
}

describe("`kind`", () => {
  test("is a kind of output, file or error; the discriminant of other unions is `type`", () => {
    expect(sources.filter(({ name }) => name.startsWith("src/")).flatMap(findOtherKinds)).toEqual([]);
  });

  test("with another value is found", () => {
    const text = 'const one = { kind: "image" };\ntype Other = { kind: "link"; link: string };\n';
    expect(findOtherKinds({ name: "src/client/other.ts", text })).toEqual(["src/client/other.ts: link"]);
  });
});

describe("comments", () => {
  test("say report, dismiss and image, not tell, put away and picture", () => {
    const comment = /\/\*(?:(?!\*\/)[\s\S])*\*\/|(?<![:"'`\w])\/\/ .*/g;
    const words = /\b(?:tell|tells|told|put away|wish|wishes|picture|pictures|lesson|buried?)\b/;
    const found = sources
      .filter(({ name }) => name.startsWith("src/"))
      .flatMap(({ name, text }) => (text.match(comment) ?? []).filter((one) => words.test(one)).map((one) => `${name}: ${one}`));
    expect(found).toEqual([]);
  });
});
