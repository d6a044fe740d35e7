/** Formatting keeps the values of every style of scalar, as the library `yaml` reads them, and their lines. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import { formatDocument } from "../../../../src/prompt/assist/formatDocument.ts";
import { parsePromptDocument } from "../../../../src/prompt/parse/promptDocument.ts";
import { applyTextEdits } from "../../../../src/prompt/text/textRange.ts";

const texts = ["a\nb", "a\n\nb", "a\n  more\nb", "a \nb", "a\n\n\n", "# no comment\nb", "a: b\n- c", "\tt\nb", "--- x\nb", "007\n08"];
const below = (text: string, blanks: number) => text.replace(/\n(?!\n|$)/g, `\n${" ".repeat(blanks)}`);

/** Block scalars with each indicator, also with the width of their indentation. */
const blocks = ["|", "|-", "|+", ">", ">-", ">+"].flatMap((style) =>
  ["", "2"].flatMap((width) => texts.map((text) => `${style}${width}\n  ${below(text, 2)}`)),
);
const deep = [">2", "|2-", ">2+"].map((style) => `${style}\n    deep\n  b`);
const plain = [
  "a b",
  "007",
  "0x1F",
  "1_000",
  ".5",
  "1e3",
  "1.50",
  "+1",
  "~",
  "null",
  "yes",
  "on",
  "True",
  "2026-11-29",
  "12:30",
  ".inf",
  "0o17",
];
const quoted = ["''", '""', "'it''s'", '"dou\\tble"', '"\\u00e9"', "'#'", '"- a"', '"{{a}}"', "a # b", "http://x:1"];
const collections = ["[1, 2]", "[ 01,02 ]", '{a: 01, b: "x"}', "{ a }"];
const tagged = ["!!str 5", "!!int 5", "!!float 5", "!!str 'it'", "!!seq [1, 2]", "!!map {a: 1}", "!!str |\n  a", "!!bool true"];
const wrappedCollections = [
  "[1,\n  2]",
  "[\n    1,\n    2,\n  ]",
  "[1, # one\n  2 # two\n  ]",
  "[1,\n\n  2] # end",
  "{a: 1,\n  b: [2,\n      3]}",
  "{\n    a: 'x\n      y', # k\n    b: [ 01 ] }",
  "[[1,\n  2], [3]]",
];
const wrapped = ['"a\\\n  b"', '"a\n\n  b"', '"a \\\n  \\ b"', "'a\n\n  b'", "'it''s\n  long'", "a\n  b", "a\n  b\n\n  c", "'a: b\n  # c'"];

const locations: Readonly<Record<string, (value: string) => string>> = {
  "of a field": (value) => `model: m\nvars:\n    z: 1\nprompt: ${value}\n`,
  "of a variable": (value) => `model:   m\nvars:\n    a: ${below(value, 4)}\n    c: 1\n`,
  "in a list of sets": (value) => `model: m\nbatch:\n- a: ${below(value, 2)}\n  c:    1 # k\n`,
  "in a list": (value) => `stop:\n-   ${below(value, 2)}\n- b\nmodel: m\n`,
  "at the end": (value) => `model:  m\nvars:\n     a: ${below(value, 5)}\n`,
};

const read = (yaml: string): unknown => parse(yaml, { logLevel: "silent" });
const format = (text: string) => applyTextEdits(text, formatDocument(parsePromptDocument(text)));

for (const [location, write] of Object.entries(locations))
  test.each([...blocks, ...deep, ...plain, ...quoted, ...collections, ...tagged, ...wrapped, ...wrappedCollections])(
    `a value ${location} stays as it is written: %j`,
    (value) => {
      const yaml = write(value);
      for (const end of ["\n", "\r\n"]) {
        const text = `---\n${yaml}---\nHello\n`.replaceAll("\n", end);
        const formatted = format(text);
        const [, inner = ""] = /^---\r?\n(.*?)---\r?\nHello\r?\n$/s.exec(formatted) ?? [];
        expect(read(inner.replaceAll("\r\n", "\n"))).toEqual(read(yaml));
        expect(inner.match(/\S.*/g)).toHaveLength(yaml.match(/\S.*/g)?.length ?? 0);
        expect(format(formatted)).toBe(formatted);
        expect(formatted.replaceAll("\r\n", "")).not.toContain(end === "\n" ? "\r" : "\n");
        // It was formatted, and not refused.
        if (location === "of a variable") expect(inner).toMatch(/^model: m\r?\n/);
      }
    },
  );
