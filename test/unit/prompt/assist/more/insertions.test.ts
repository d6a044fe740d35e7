/** What completion inserts parses to the offered value, in every position; and what a quick fix writes repairs the document. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { complete } from "../../../../../src/prompt/assist/complete.ts";
import { quickFixes } from "../../../../../src/prompt/assist/quickFixes.ts";
import { diagnose } from "../../../../../src/prompt/diagnose.ts";
import type { Facts } from "../../../../../src/prompt/facts.ts";
import { type PromptDocument, parsePromptDocument } from "../../../../../src/prompt/parse/promptDocument.ts";
import { fillVariables } from "../../../../../src/prompt/text/fillVariables.ts";
import { visitNodes } from "../../../../../src/prompt/text/frontMatter.ts";
import { applyTextEdits } from "../../../../../src/prompt/text/textRange.ts";
import { corpusFacts, readCorpus } from "../../corpus.ts";
import { marked } from "../../marked.ts";

const strangeNames = [
  "@cf/meta/llama-3.1-8b",
  "my photo, v2.png",
  "a #1.png",
  "a: b.png",
  "it's.png",
  '5" disk.png',
  "back\\slash.png",
  "[draft].png",
  "{x}.png",
  "a{{b}}.png",
  "- dash.png",
  "? key",
  "null",
  "~",
  "true",
  "007",
  "1.0",
  "1e3",
  "café.png",
  "写真.png",
  "😀.png",
  "*star",
  "&and",
  "!tag",
  "%percent",
  "`tick`",
  "|pipe",
  ">fold",
  "a\tb",
  "trailing ",
  " leading",
  "colon:",
  "=",
  "<<",
];

/** The cursor is `|`; the value is at the path. */
const positions: readonly (readonly [string, "model" | "path", readonly string[]])[] = [
  ["model: |\n", "model", ["model"]],
  ["model: dem|\n", "model", ["model"]],
  ["model: dem|o x # why\n", "model", ["model"]],
  ['model: "|"\n', "model", ["model"]],
  ['model: "de|mo, x"\n', "model", ["model"]],
  ['model: "|\n', "model", ["model"]],
  ["model: '|'\n", "model", ["model"]],
  ["model: 'it''|s'\n", "model", ["model"]],
  ["model: '|\n", "model", ["model"]],
  ["model: m\njudge: |\n", "model", ["judge"]],
  ["model: m\nmodels: [|]\n", "model", ["models", "*"]],
  ["model: m\nmodels: [a, b|c, d]\n", "model", ["models", "*"]],
  ["model: m\nmodels: [a, 'b|']\n", "model", ["models", "*"]],
  ['model: m\nmodels: [a, "b|"]\n', "model", ["models", "*"]],
  ["model: m\nmodels:\n  - |\n", "model", ["models", "*"]],
  ["model: m\nmodels:\n  - a| b\n", "model", ["models", "*"]],
  ["model: m\ntests:\n  - { models: [|], assert: [] }\n", "model", ["tests", "*", "models", "*"]],
  ["model: m\nfiles: |\n", "path", ["files", "*"]],
  ["model: m\nfiles: [|]\n", "path", ["files", "*"]],
  ["model: m\nfiles: [a.png, my| photo.png]\n", "path", ["files", "*"]],
  ["model: m\nfiles: ['|']\n", "path", ["files", "*"]],
  ['model: m\nfiles: ["|"]\n', "path", ["files", "*"]],
  ["model: m\nfiles:\n  - |\n", "path", ["files", "*"]],
  ["model: m\nfiles:\n  - my| photo.png # old\n", "path", ["files", "*"]],
  ["model: m\nbatch: |\n", "path", ["batch"]],
  ["model: m\ninstructions: 'Use {{file:|}} now'\n", "path", ["instructions"]],
  ['model: m\ninstructions: "Use {{file:|}} now"\n', "path", ["instructions"]],
  ["model: m\ninstructions: Use {{file:|}} now\n", "path", ["instructions"]],
  ["model: m\ninstructions: |\n  Use {{file:|}} now\n".replace("|", "§"), "path", ["instructions"]],
];

function scalarsAt(document: PromptDocument, path: readonly string[]): string[] {
  const found: string[] = [];
  visitNodes(document.fields, [], (node, at) => {
    const isHere = at.length === path.length && at.every((key, index) => key === path[index]);
    if (isHere && node.type === "scalar" && typeof node.value === "string") found.push(node.source);
  });
  return found;
}

/** The values that are read after each insertion; undefined: the name is not offered. */
function insert(template: string, use: "model" | "path", path: readonly string[], name: string): string[] | undefined {
  const { document, offset } = marked(`---\n${template}---\nHi\n`);
  // A block scalar has a bar of its own.
  const text = document.text.replace("§", "|");
  const isCsv = path[0] === "batch";
  const offered = isCsv ? `${name}.csv` : name;
  const facts: Facts = use === "model" ? { models: [{ id: name }] } : { paths: [offered] };
  const chosen = complete(parsePromptDocument(text), offset, facts).find(({ label }) => label === offered);
  if (chosen === undefined) return undefined;
  const after = parsePromptDocument(applyTextEdits(text, [{ range: chosen.range, newText: chosen.insertText }]));
  expect(after.frontMatter?.errors, applyTextEdits(text, [{ range: chosen.range, newText: chosen.insertText }])).toEqual([]);
  if (path[0] === "instructions") return after.fieldVariables.map(({ argument = "" }) => argument);
  const isLiteral = isCsv || ["models", "judge", "tests"].includes(path[0] ?? "");
  return scalarsAt(after, path).map((one) => {
    const value = isLiteral ? one : fillVariables(one, () => "filled");
    return isCsv ? value.replace(/\.csv$/, "") : value;
  });
}

describe.each(positions)("at %j", (template, use, path) => {
  /** A placeholder is trimmed and ends at its braces; a plain scalar has no escapes. */
  const isWritable = (name: string) =>
    path[0] !== "instructions" || (name.trim() === name && !/\}\}|\}$/.test(name) && (/['"§]/.test(template) || !/\s#|:$|: /.test(name)));

  test.each(strangeNames)("%j is inserted as itself", (name) => {
    const values = insert(template, use, path, name);
    if (!isWritable(name)) expect(values).toBeUndefined();
    else expect(values).toContain(name);
  });

  test("any name is inserted as itself, or not offered", () => {
    const any = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((name) => !/[\n\r\u2028\u2029\u0085]/.test(name));
    fc.assert(
      fc.property(any, (name) => {
        const values = insert(template, use, path, name);
        if (values !== undefined) expect(values).toContain(name);
      }),
      { numRuns: 40 },
    );
  });
});

function summarize(document: PromptDocument, facts: Facts): Map<string, number> {
  const found = Map.groupBy(diagnose(document, facts), ({ code, subject }) => JSON.stringify([code, subject]));
  return new Map([...found].map(([key, its]) => [key, its.length]));
}

test("after any fix of the corpus, the document has fewer diagnostics and no new one", () => {
  const worse = readCorpus().flatMap(({ name, text }) => {
    if (text.length > 20_000) return [];
    const document = parsePromptDocument(text);
    const before = summarize(document, corpusFacts);
    return diagnose(document, corpusFacts).flatMap((one) =>
      quickFixes(document, one, corpusFacts).flatMap(({ title, edits }) => {
        const after = summarize(parsePromptDocument(applyTextEdits(text, edits)), corpusFacts);
        const isNew = [...after].some(([key, count]) => count > (before.get(key) ?? 0));
        return isNew ? [`${name}: ${title}`] : [];
      }),
    );
  });
  expect(worse).toEqual([]);
});

/** A document, the diagnostic and the fix that repairs it, and the document's front matter afterwards. */
test.each<[string, string, string, string]>([
  ['instructions: "Say {{ x y }}"', "invalidVariable", "Keep the braces as text", 'instructions: "Say \\\\{{ x y }}"'],
  ["instructions: 'Say {{ x y }}'", "invalidVariable", "Keep the braces as text", "instructions: 'Say \\{{ x y }}'"],
  ["instructions: Say {{ x y }}", "invalidVariable", "Keep the braces as text", "instructions: Say \\{{ x y }}"],
  ['instructions: "Say {{null}}"', "undefinedVariable", "Define `null` in `vars`", 'instructions: "Say {{null}}"\nvars: { "null": "" }'],
  [
    "vars: { a: 1 }\ninstructions: 'Say {{a}} {{null}}'",
    "undefinedVariable",
    "Define `null` in `vars`",
    'vars: { a: 1, "null": "" }\ninstructions: \'Say {{a}} {{null}}\'',
  ],
  ["files: [gone.png]", "missingFile", "Remove `gone.png`", ""],
  ["files:\n  - gone.png", "missingFile", "Remove `gone.png`", ""],
  ["files:\n  - sketch.png\n  - gone.png # old", "missingFile", "Remove `gone.png`", "files:\n  - sketch.png"],
  ["vars: { a: 1 }", "unusedVariable", "Remove `a`", ""],
  ["vars:\n  a: 1\noutput: x", "unusedVariable", "Remove `a`", "output: x"],
  [
    "vars: { a: &n 1, b: *n }\ninstructions: '{{a}}{{b}}'",
    "aliasUsed",
    "Replace the alias by its value",
    "vars: { a: &n 1, b: 1 }\ninstructions: '{{a}}{{b}}'",
  ],
  [
    "instructions: &n Be brief # yes\noutput: *n",
    "aliasUsed",
    "Replace the alias by its value",
    "instructions: &n Be brief # yes\noutput: Be brief",
  ],
  ["vars: { a: null }\ninstructions: '{{a}}'", "wrongType", 'Change to `""`', "vars: { a: \"\" }\ninstructions: '{{a}}'"],
  ["vars:\n  a:\ninstructions: '{{a}}'", "wrongType", 'Change to `""`', "vars:\n  a: \"\"\ninstructions: '{{a}}'"],
])("%j with %s is repaired by “%s”", (front, code, title, repaired) => {
  const document = parsePromptDocument(`---\nmodel: demo-text\n${front}\n---\nHi\n`);
  const found = diagnose(document, corpusFacts).find((one) => one.code === code);
  const fix = found && quickFixes(document, found, corpusFacts).find((one) => one.title === title);
  expect(fix && applyTextEdits(document.text, fix.edits)).toBe(`---\nmodel: demo-text\n${repaired === "" ? "" : `${repaired}\n`}---\nHi\n`);
});
